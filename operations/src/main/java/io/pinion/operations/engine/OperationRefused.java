package io.pinion.operations.engine;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An operation, or one attempt of it, has ended without reaching its purpose. The message is for the person who asked,
 * and says what to do.
 */
public class OperationRefused extends Exception {
    private static final long serialVersionUID = 1;

    /** What the attempt leaves behind. */
    public enum Leaves {
        /** What was there before the attempt, which may be the work of earlier ones. */
        AS_BEFORE,
        /** Nothing: whatever the operation had done is undone. */
        NOTHING,
        /** Nothing, not even an entry in the journal: a server has refused the statement itself. */
        NO_TRACE,
        /** Work that somebody must go on with or undo. */
        WORK
    }

    /** A longer list helps no person. */
    private static final int MOST_PROBLEMS = 20;

    /** MySQL's ER_UNKNOWN_ERROR. */
    private static final int UNKNOWN_ERROR = 1105;

    private final Leaves leaves;
    private final int code;
    private final String sqlState;

    /**
     * @param code of MySQL
     * @param sqlState five characters
     */
    public OperationRefused(int code, String sqlState, String message, Leaves leaves) {
        this(code, sqlState, message, leaves, null);
    }

    private OperationRefused(int code, String sqlState, String message, Leaves leaves, @Nullable Throwable cause) {
        super(message, cause, false, false);
        this.code = code;
        this.sqlState = sqlState;
        this.leaves = leaves;
    }

    /** @param cause what has failed, for whoever decides what becomes of the operation */
    public OperationRefused(String message, Throwable cause) {
        this(UNKNOWN_ERROR, "HY000", message, Leaves.AS_BEFORE, cause);
    }

    /** The attempt ends where it is; the recorded step tells whether it may have changed anything. */
    public OperationRefused(String message) {
        this(message, Leaves.AS_BEFORE);
    }

    public OperationRefused(String message, Leaves leaves) {
        this(UNKNOWN_ERROR, "HY000", message, leaves);
    }

    /** All that is in the way, each with the way out. */
    public static OperationRefused of(List<String> problems) {
        String shown = problems.stream().limit(MOST_PROBLEMS).collect(Collectors.joining("; "));
        int more = problems.size() - MOST_PROBLEMS;
        return new OperationRefused(more <= 0 ? shown : shown + "; and " + more + " more");
    }

    /** Refuses for what is in the way; goes on where nothing is. */
    public static void requireNone(Optional<String> objection) throws OperationRefused {
        if (objection.isPresent()) {
            throw new OperationRefused(objection.get());
        }
    }

    /** The error code for a client, of MySQL. */
    public int code() {
        return code;
    }

    public String sqlState() {
        return sqlState;
    }

    /** The operation has undone all its work by itself. */
    public static OperationRefused undone(String message) {
        return new OperationRefused(message, Leaves.NOTHING);
    }

    /** A server is fenced, or statements are held, until the operation is resumed or cancelled. */
    public static OperationRefused halfDone(String message) {
        return new OperationRefused(message, Leaves.WORK);
    }

    /** The same in other words. */
    public OperationRefused told(String message) {
        return new OperationRefused(code, sqlState, message, leaves);
    }

    public Leaves leaves() {
        return leaves;
    }

    /** The message, which is never missing. */
    @Override
    public String getMessage() {
        return String.valueOf(super.getMessage());
    }
}
