package io.pinion.routing.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The diagnostics of the previous statement where its server can't give them: because Pinion gave that answer itself,
 * or because another session has used the connection since.
 *
 * @param rowCount the value of {@code ROW_COUNT()}; empty when the previous statement's connection has it
 * @param foundRows the value of {@code FOUND_ROWS()}; empty likewise
 * @param conditions the list of {@code SHOW WARNINGS}; empty likewise
 */
public record PreviousDiagnostics(OptionalLong rowCount, OptionalLong foundRows, Optional<Conditions> conditions) {
    /** The previous statement's connection is available and has everything. */
    public static final PreviousDiagnostics ON_SERVER =
            new PreviousDiagnostics(OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

    /** Whether the previous statement's connection has everything. */
    public boolean isOnServer() {
        return rowCount.isEmpty() && foundRows.isEmpty() && conditions.isEmpty();
    }

    public OptionalLong warningCount() {
        return conditions.map(known -> OptionalLong.of(known.count())).orElseGet(OptionalLong::empty);
    }

    public OptionalLong errorCount() {
        return conditions.map(known -> OptionalLong.of(known.errors())).orElseGet(OptionalLong::empty);
    }

    /**
     * Errors, warnings and notes.
     *
     * @param listed those that can be shown
     * @param count the number of all, which may be more
     */
    public record Conditions(List<Condition> listed, long count) {
        public static final Conditions NONE = new Conditions(List.of(), 0);

        public Conditions {
            listed = List.copyOf(listed);
        }

        public Conditions(List<Condition> listed) {
            this(listed, listed.size());
        }

        public long errors() {
            return listed.stream().filter(Condition::isError).count();
        }
    }

    /**
     * One error, warning or note.
     *
     * @param level {@code Error}, {@code Warning} or {@code Note}
     */
    public record Condition(String level, int code, String sqlState, String message) {
        /** The level of an error in {@code SHOW WARNINGS}. */
        public static final String ERROR = "Error";

        /** The level of a note in {@code SHOW WARNINGS}. */
        public static final String NOTE = "Note";

        private static final int UNKNOWN_ERROR = 1105;

        /** A warning of Pinion's, for which MySQL has no code. */
        public static Condition warning(String message) {
            return new Condition("Warning", UNKNOWN_ERROR, "HY000", message);
        }

        public boolean isError() {
            return level.equals(ERROR);
        }
    }
}
