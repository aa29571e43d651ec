package io.pinion.operations.schema;

import io.pinion.operations.engine.OperationRefused;
import java.util.List;
import java.util.concurrent.CompletionException;

/** The result of a change, for the client that asked for it. */
public sealed interface ChangeOutcome {
    /**
     * The change is done on every shard.
     *
     * @param warnings from the servers and from Pinion
     * @param rows the answers of ANALYZE and the like; empty for other statements
     * @param generation of the topology with the change; 0 when the topology doesn't change
     */
    record Done(long number, List<ServerWarning> warnings, List<MaintenanceRow> rows, long generation)
            implements ChangeOutcome {
        public Done {
            warnings = List.copyOf(warnings);
            rows = List.copyOf(rows);
        }
    }

    /**
     * The change isn't done.
     *
     * @param sqlState five characters
     */
    record Failed(int code, String sqlState, String message) implements ChangeOutcome {
        private static final int UNKNOWN_ERROR = 1105;

        /** A failure for which MySQL has no code. */
        public static Failed general(String message) {
            return new Failed(UNKNOWN_ERROR, "HY000", message);
        }

        /** What a stage has failed with. */
        public static Failed of(Throwable thrown) {
            Throwable why =
                    thrown instanceof CompletionException && thrown.getCause() != null ? thrown.getCause() : thrown;
            return why instanceof OperationRefused refused
                    ? new Failed(refused.code(), refused.sqlState(), refused.getMessage())
                    : general(String.valueOf(why.getMessage()));
        }
    }

    /** @param level {@code Note} or {@code Warning} */
    record ServerWarning(String level, int code, String message) {}

    /** A row of a server's answer to ANALYZE TABLE and the like. */
    record MaintenanceRow(String table, String operation, String type, String text) {}
}
