package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.CopyBroken;
import io.pinion.operations.transfer.binlog.LogBroken;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Work of an import has ended before its end. The message says why, and the way out where there is one. */
public final class ImportBroken extends Exception {
    private static final long serialVersionUID = 1;

    /** What has to happen before it is tried again. */
    public enum Kind {
        /** Nothing: it was cancelled. */
        CANCELLED,
        /** The connection to a server is lost; what was begun may go on over another. */
        LOST,
        /** A person has to do something about the data or the server. */
        REFUSED
    }

    private final Kind kind;

    /** The row that is in the way; null where it is something else. */
    private final transient @Nullable RejectedRow row;

    private ImportBroken(Kind kind, String message, Throwable cause) {
        super(message, cause);
        this.kind = kind;
        this.row = null;
    }

    private ImportBroken(String message, @Nullable RejectedRow row) {
        super(message);
        this.kind = Kind.REFUSED;
        this.row = row;
    }

    static ImportBroken of(String message) {
        return new ImportBroken(message, null);
    }

    static ImportBroken of(RejectedRow row) {
        return new ImportBroken("the row " + row.row() + " can't be carried: " + row.why(), row);
    }

    Optional<RejectedRow> row() {
        return Optional.ofNullable(row);
    }

    static ImportBroken of(CopyBroken broken) {
        return new ImportBroken(Kind.CANCELLED, String.valueOf(broken.getMessage()), broken);
    }

    static ImportBroken of(LogBroken broken) {
        return new ImportBroken(
                broken.isLost() ? Kind.LOST : Kind.REFUSED, String.valueOf(broken.getMessage()), broken);
    }

    static ImportBroken interrupted(InterruptedException why) {
        return new ImportBroken(Kind.CANCELLED, "interrupted", why);
    }

    public Kind kind() {
        return kind;
    }
}
