package io.pinion.operations.engine;

import java.util.List;
import java.util.concurrent.CompletionException;

/** The result of an operation, for the client that asked for it. */
public sealed interface OperationOutcome {
    /** MySQL's ER_UNKNOWN_ERROR. */
    int UNKNOWN_ERROR = 1105;

    /**
     * The operation is done, or undone as somebody has asked.
     *
     * @param number of the operation; 0 for what the journal doesn't know
     *
     * @param warnings from the servers and from Pinion
     * @param rows the answers of ANALYZE and the like; empty for other statements
     * @param generation of the topology with the change; 0 when the topology doesn't change
     */
    record Done(long number, List<ServerWarning> warnings, List<MaintenanceRow> rows, long generation)
            implements OperationOutcome, OperationAnswer {
        public Done {
            warnings = List.copyOf(warnings);
            rows = List.copyOf(rows);
        }

        /** @param warning what somebody should see to; empty for nothing */
        public static Done of(long number, long generation, String warning) {
            return warning.isEmpty()
                    ? new Done(number, List.of(), List.of(), generation)
                    : new Done(number, List.of(ServerWarning.warning(warning)), List.of(), generation);
        }

        /** @param note how it has ended, or that it goes on, for people */
        public static Done noted(long number, String note) {
            return new Done(number, List.of(ServerWarning.note(note)), List.of(), 0);
        }

        @Override
        public Done outcome(long operation) {
            return this;
        }
    }

    /**
     * The operation isn't done.
     *
     * @param sqlState five characters
     */
    record Failed(int code, String sqlState, String message) implements OperationOutcome {
        /** What a stage has failed with. */
        public static Failed of(Throwable thrown) {
            Throwable why =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            return why instanceof OperationRefused refused
                    ? new Failed(refused.code(), refused.sqlState(), refused.getMessage())
                    : new Failed(UNKNOWN_ERROR, "HY000", String.valueOf(why.getMessage()));
        }
    }

    /** @param level {@code Note} or {@code Warning} */
    record ServerWarning(String level, int code, String message) {
        /** Pinion's own. */
        public static ServerWarning note(String message) {
            return new ServerWarning("Note", UNKNOWN_ERROR, message);
        }

        /** Pinion's own, of what somebody should see to. */
        public static ServerWarning warning(String message) {
            return new ServerWarning("Warning", UNKNOWN_ERROR, message);
        }
    }

    /** A row of a server's answer to ANALYZE TABLE and the like. */
    record MaintenanceRow(String table, String operation, String type, String text) {}
}
