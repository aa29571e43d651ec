package io.pinion.routing.plan;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the statement before has left for the next one to ask for, as far as a server can't be asked: because Pinion gave
 * that answer itself, or because another session has used the connection since.
 *
 * @param rowCount what {@code ROW_COUNT()} answers; empty when the connection of the statement before is to be asked
 * @param foundRows what {@code FOUND_ROWS()} answers; empty likewise
 * @param conditions what {@code SHOW WARNINGS} lists; empty likewise
 */
public record PreviousAnswer(OptionalLong rowCount, OptionalLong foundRows, Optional<Conditions> conditions) {
    /** Its connection is at hand, and knows everything best. */
    public static final PreviousAnswer ON_SERVER =
            new PreviousAnswer(OptionalLong.empty(), OptionalLong.empty(), Optional.empty());

    /** The statement before asked something of this kind itself: all is as it was before it. */
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
     * @param count how many there were, which may be more
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
     * One of them.
     *
     * @param level {@code Error}, {@code Warning} or {@code Note}
     */
    public record Condition(String level, int code, String sqlState, String message) {
        /** As {@code SHOW WARNINGS} calls an error. */
        public static final String ERROR = "Error";

        /** As it calls what is no warning. */
        public static final String NOTE = "Note";

        private static final int UNKNOWN_ERROR = 1105;

        /** A warning of Pinion's own, which has no code of MySQL's. */
        public static Condition warning(String message) {
            return new Condition("Warning", UNKNOWN_ERROR, "HY000", message);
        }

        public boolean isError() {
            return level.equals(ERROR);
        }
    }
}
