package io.pinion.operations.schema;

/** Ends a change early; thrown and caught inside this package. */
final class ChangeFailure extends Exception {
    private static final long serialVersionUID = 1;

    private final transient ChangeOutcome.Failed failed;

    /** Shorthands for {@link ChangeOutcome.Failed}. */
    static final class Reason {
        private Reason() {}

        static ChangeOutcome.Failed general(String message) {
            return ChangeOutcome.Failed.general(message);
        }
    }

    ChangeFailure(ChangeOutcome.Failed failed) {
        super(failed.message(), null, false, false);
        this.failed = failed;
    }

    ChangeOutcome.Failed failed() {
        return failed;
    }
}
