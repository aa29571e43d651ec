package io.pinion.routing.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An answer that needs no server. */
public sealed interface LocalAnswer {
    /**
     * Done, nothing to show.
     *
     * @param leaves what {@code SHOW WARNINGS} lists afterwards, if the statement has changed that
     */
    record Done(int warnings, Optional<PreviousAnswer.Conditions> leaves) implements LocalAnswer {
        /** Done without a warning. */
        public Done() {
            this(0, Optional.empty());
        }

        /** Done, with a warning or a note. */
        public static RoutePlan.Local with(PreviousAnswer.Condition condition) {
            return new RoutePlan.Local(new Done(1, Optional.of(new PreviousAnswer.Conditions(List.of(condition)))));
        }
    }

    /** A result set of text values, a null cell being NULL. */
    record Rows(List<Column> columns, List<List<@Nullable String>> rows) implements LocalAnswer {
        public Rows {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
        }

        /** Of {@code SHOW WARNINGS}. */
        public static final List<Column> CONDITION_COLUMNS = List.of(
                new Column("Level", ColumnType.VARCHAR),
                new Column("Code", ColumnType.INT_UNSIGNED),
                new Column("Message", ColumnType.VARCHAR));

        /** Of {@code SHOW COUNT(*) WARNINGS}. */
        public static final Column WARNING_COUNT = new Column("@@session.warning_count", ColumnType.BIGINT_UNSIGNED);

        /** Of {@code SHOW COUNT(*) ERRORS}. */
        public static final Column ERROR_COUNT = new Column("@@session.error_count", ColumnType.BIGINT_UNSIGNED);

        /** Whether this is the answer to {@code SHOW WARNINGS} or {@code SHOW ERRORS}. */
        public boolean listsConditions() {
            return columns.equals(CONDITION_COLUMNS);
        }

        /** Whether it is about the statement before, which can be asked for once more. */
        public boolean tellsOfConditions() {
            return listsConditions() || columns.equals(List.of(WARNING_COUNT)) || columns.equals(List.of(ERROR_COUNT));
        }

        public static List<Column> textColumns(String... names) {
            return Arrays.stream(names)
                    .map(name -> new Column(name, ColumnType.VARCHAR))
                    .toList();
        }
    }

    record Column(String name, ColumnType type) {}

    enum ColumnType {
        VARCHAR,
        /** Told as VARCHAR, but of bytes, each of which is a character of the cell: {@code data} of {@code XA RECOVER}. */
        BYTES,
        INT_UNSIGNED,
        BIGINT,
        BIGINT_UNSIGNED,
        DOUBLE
    }
}
