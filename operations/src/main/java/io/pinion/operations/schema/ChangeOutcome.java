package io.pinion.operations.schema;

import java.util.List;

/** What whoever asked for a change is told. */
public sealed interface ChangeOutcome {
    /**
     * It is done on every shard.
     *
     * @param warnings the servers' and Pinion's own
     * @param rows the answers of ANALYZE and its like; empty for all others
     * @param generation of the topology that knows of it; 0 when it says nothing of it
     */
    record Done(long number, List<ServerWarning> warnings, List<MaintenanceRow> rows, long generation)
            implements ChangeOutcome {
        public Done {
            warnings = List.copyOf(warnings);
            rows = List.copyOf(rows);
        }
    }

    /**
     * It isn't.
     *
     * @param sqlState of five characters
     */
    record Failed(int code, String sqlState, String message) implements ChangeOutcome {
        private static final int UNKNOWN_ERROR = 1105;

        /** What MySQL has no code for. */
        public static Failed general(String message) {
            return new Failed(UNKNOWN_ERROR, "HY000", message);
        }
    }

    /** @param level {@code Note} or {@code Warning} */
    record ServerWarning(String level, int code, String message) {}

    /** As servers show what they did to a table. */
    record MaintenanceRow(String table, String operation, String type, String text) {}
}
