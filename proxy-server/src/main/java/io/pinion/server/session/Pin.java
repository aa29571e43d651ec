package io.pinion.server.session;

import io.pinion.routing.plan.SessionEffects;

/** The reason why a session keeps a connection between two statements. */
public sealed interface Pin {
    /** The reason as {@code SHOW SESSIONS} shows it. */
    default String words() {
        return switch (this) {
            case OpenTransaction transaction -> "a transaction";
            case ConnectionState state -> state.what().words();
            case OldText text -> SessionEffects.RetainedState.PREPARED_TEXT.words();
            case OpenCursor cursor -> "an open cursor";
            case InsertId insertId -> "the id of its last insert";
            case Diagnostics diagnostics -> "warnings of the last statement";
        };
    }

    /** Whether the connection must not be taken away, because it alone holds some state of the session. */
    default boolean binding() {
        return !(this instanceof InsertId || this instanceof Diagnostics);
    }

    record OpenTransaction() implements Pin {}

    /**
     * State that an earlier statement left on the connection. It ends by a statement with its name, or with a reset or
     * the end of the session.
     *
     * @param name empty for state without a name
     */
    record ConnectionState(SessionEffects.RetainedState what, String name) implements Pin {}

    /**
     * The connection still has a text that PREPARE has named, of which the session has another one, or none, by now: no
     * EXECUTE may run it.
     */
    record OldText(String name) implements Pin {}

    /** A cursor with rows to fetch. It ends with its last row, or when it is closed. */
    record OpenCursor(PreparedStatement.Cursor cursor) implements Pin {}

    /**
     * Only this connection knows the session's {@code LAST_INSERT_ID()}. A soft pin: after a short time, or when other
     * sessions wait for the connection, Pinion reads the id and releases the connection.
     */
    record InsertId() implements Pin {}

    /**
     * The last statement left warnings, an error or a count that the next one may ask for. A soft pin: a session that
     * waits for the connection gets it.
     */
    record Diagnostics() implements Pin {}
}
