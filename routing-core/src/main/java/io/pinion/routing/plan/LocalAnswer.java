package io.pinion.routing.plan;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** An answer that needs no server. */
public sealed interface LocalAnswer {
    /**
     * An OK.
     *
     * @param leaves the new list for {@code SHOW WARNINGS}, if the statement has changed that
     */
    record Done(int warnings, Optional<PreviousDiagnostics.Conditions> leaves) implements LocalAnswer {
        /** An OK without a warning. */
        public Done() {
            this(0, Optional.empty());
        }

        /** An OK of a statement about tables, after which there are no conditions but its own, which may be none. */
        public static Done leaving(List<PreviousDiagnostics.Condition> own) {
            return new Done(own.size(), Optional.of(new PreviousDiagnostics.Conditions(own)));
        }

        /** An OK with a warning or a note. */
        public static RoutePlan.Local with(PreviousDiagnostics.Condition condition) {
            return new RoutePlan.Local(leaving(List.of(condition)));
        }
    }

    /** A result set of text values, a null cell being NULL. */
    record Rows(List<Column> columns, List<List<@Nullable String>> rows) implements LocalAnswer {
        public Rows {
            columns = List.copyOf(columns);
            rows = List.copyOf(rows);
        }

        /** The columns of {@code SHOW WARNINGS}. */
        public static final List<Column> CONDITION_COLUMNS = List.of(
                new Column("Level", ColumnType.VARCHAR),
                new Column("Code", ColumnType.INT_UNSIGNED),
                new Column("Message", ColumnType.VARCHAR));

        /** The column of {@code SHOW COUNT(*) WARNINGS}. */
        public static final Column WARNING_COUNT = new Column("@@session.warning_count", ColumnType.BIGINT_UNSIGNED);

        /** The column of {@code SHOW COUNT(*) ERRORS}. */
        public static final Column ERROR_COUNT = new Column("@@session.error_count", ColumnType.BIGINT_UNSIGNED);

        /** Whether this is the answer to {@code SHOW WARNINGS} or {@code SHOW ERRORS}. */
        public boolean listsConditions() {
            return columns.equals(CONDITION_COLUMNS);
        }

        /** Whether the answer reports conditions of the statement before, which stay available. */
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
        /**
         * VARCHAR in the definition, but with bytes as values, each a character of the cell: {@code data} of {@code XA
         * RECOVER}.
         */
        BYTES,
        INT_UNSIGNED,
        BIGINT,
        BIGINT_UNSIGNED,
        DOUBLE
    }
}
