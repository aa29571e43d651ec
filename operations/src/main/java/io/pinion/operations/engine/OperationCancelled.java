package io.pinion.operations.engine;

/** Somebody has asked the operation to end (CANCEL OPERATION), and its work is to be undone now. */
public final class OperationCancelled extends OperationRefused {
    private static final long serialVersionUID = 1;

    private final String note;

    OperationCancelled() {
        this("");
    }

    private OperationCancelled(String note) {
        super(RunningOperation.INTERRUPTED, "70100", "it was cancelled", Leaves.AS_BEFORE);
        this.note = note;
    }

    /** The same once the work is undone. */
    OperationCancelled withNote(String noteOfAttempt) {
        return new OperationCancelled(noteOfAttempt);
    }

    /** What somebody should see to; empty for nothing, and as long as the work isn't undone. */
    String note() {
        return note;
    }
}
