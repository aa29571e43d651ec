package io.pinion.server.session;

import io.pinion.routing.plan.SessionView;
import org.jspecify.annotations.Nullable;

/**
 * A statement that a client has prepared, under the number that Pinion gave it and COM_STMT_EXECUTE refers to. Names
 * and tokens keep the meaning that they had when it was prepared. Not thread-safe; lives on the session's event loop.
 */
public final class PreparedStatement {
    private static final byte[] NONE = {};

    private final long id;
    private final byte[] sql;
    private final int parameters;
    private final SessionView preparedIn;
    private final PreparationSettings settings;
    private final LongData longData;

    private byte[] types = NONE;
    private @Nullable Cursor cursor;

    /** Rows that a server keeps for COM_STMT_FETCH. The execution that opened the cursor implements its closing. */
    public interface Cursor {
        void close();
    }

    PreparedStatement(
            long id,
            byte[] sql,
            int parameters,
            SessionView preparedIn,
            PreparationSettings settings,
            LongData longData) {
        this.id = id;
        this.sql = sql;
        this.parameters = parameters;
        this.preparedIn = preparedIn;
        this.settings = settings;
        this.longData = longData;
    }

    public long id() {
        return id;
    }

    /** The text, in the client's character set at the time of PREPARE; must not be changed. */
    public byte[] sql() {
        return sql;
    }

    /** The number of {@code ?} in it. */
    public int parameters() {
        return parameters;
    }

    /** The state of the session when the statement was prepared. */
    public SessionView preparedIn() {
        return preparedIn;
    }

    /** The session's at PREPARE, whose text rules the literals keep. */
    public PreparationSettings settings() {
        return settings;
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

    /** An execution has opened {@code opened}; the caller has closed an earlier cursor. */
    public void cursor(Cursor opened) {
        cursor = opened;
    }

    /** The server has sent the cursor's last row and closed it. */
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

    /** COM_STMT_RESET: drops the values sent for the next execution and the open cursor. */
    public void reset() {
        longData.clear();
        closeCursor();
    }
}
