package io.pinion.server.session;

import io.pinion.routing.plan.StatementTraits;

/** Why a session keeps a connection between two statements. */
public sealed interface Pin {
    /** For {@code SHOW SESSIONS}. */
    String words();

    /** The connection must not be taken away: something of the session lives on it alone. */
    boolean binding();

    record OpenTransaction() implements Pin {
        @Override
        public String words() {
            return "a transaction";
        }

        @Override
        public boolean binding() {
            return true;
        }
    }

    /**
     * Until the thing is ended by its name, or the session is reset or ends.
     *
     * @param name empty for what has none
     */
    record LeftBehind(StatementTraits.LeftBehind what, String name) implements Pin {
        @Override
        public String words() {
            return what.words();
        }

        @Override
        public boolean binding() {
            return true;
        }
    }

    /** Until its last row is fetched, or it is closed. */
    record OpenCursor(PreparedStatement.Cursor cursor) implements Pin {
        @Override
        public String words() {
            return "an open cursor";
        }

        @Override
        public boolean binding() {
            return true;
        }
    }

    /**
     * Only this connection knows the session's {@code LAST_INSERT_ID()}. It is a soft pin for a short time: then, or when
     * others wait for the connection, it is asked and given back.
     */
    record InsertId() implements Pin {
        @Override
        public String words() {
            return "the id of its last insert";
        }

        @Override
        public boolean binding() {
            return false;
        }
    }

    /**
     * The last statement left warnings, an error or a count that the next one may ask for. It is a soft pin: when
     * others wait for the connection, it is theirs.
     */
    record Diagnostics() implements Pin {
        @Override
        public String words() {
            return "warnings of the last statement";
        }

        @Override
        public boolean binding() {
            return false;
        }
    }
}
