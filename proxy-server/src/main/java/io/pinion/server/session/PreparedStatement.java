package io.pinion.server.session;

import io.pinion.routing.plan.SessionView;
import org.jspecify.annotations.Nullable;

/**
 * A statement that a client has prepared, by Pinion's own number: what its next COM_STMT_EXECUTE refers to. Names and
 * tokens mean what they meant when it was prepared. Not thread-safe; lives on the session's event loop.
 */
public final class PreparedStatement {
    private static final byte[] NONE = {};

    private final long id;
    private final byte[] sql;
    private final int parameters;
    private final SessionView preparedIn;
    private final LongData longData;

    private byte[] types = NONE;
    private @Nullable Cursor cursor;

    /** Rows that a server keeps for COM_STMT_FETCH; closing it is the business of whoever opened it. */
    public interface Cursor {
        void close();
    }

    PreparedStatement(long id, byte[] sql, int parameters, SessionView preparedIn, LongData longData) {
        this.id = id;
        this.sql = sql;
        this.parameters = parameters;
        this.preparedIn = preparedIn;
        this.longData = longData;
    }

    public long id() {
        return id;
    }

    /** In the character set of that time; must not be changed. */
    public byte[] sql() {
        return sql;
    }

    /** How many {@code ?} it has. */
    public int parameters() {
        return parameters;
    }

    /** The session when it was prepared. */
    public SessionView preparedIn() {
        return preparedIn;
    }

    /** The values sent in pieces for the next execution. */
    public LongData longData() {
        return longData;
    }

    /** The types of the last execution's parameters, two bytes each; empty before the first. */
    public byte[] types() {
        return types;
    }

    public void types(byte[] sent) {
        types = sent;
    }

    public @Nullable Cursor cursor() {
        return cursor;
    }

    /** An execution has opened it; one that was open before is closed by then. */
    public void cursor(Cursor opened) {
        cursor = opened;
    }

    /** The server has sent its last row and closed it. */
    public void cursorEnded() {
        cursor = null;
    }

    public void closeCursor() {
        Cursor open = cursor;
        if (open != null) {
            cursor = null;
            open.close();
        }
    }

    /** COM_STMT_RESET: what was sent for the next execution and what is left of the last one are dropped. */
    public void reset() {
        longData.clear();
        closeCursor();
    }
}
