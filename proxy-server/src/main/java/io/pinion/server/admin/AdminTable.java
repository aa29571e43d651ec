package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.LocalAnswer.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A SHOW is a table, as is every other statement that looks at something: its columns, and what its rows are made of.
 * {@code LIKE} and {@code WHERE}, HELP, the types in result sets and in the command line's JSON, and the manual's lists of
 * columns follow from the declaration.
 *
 * @param <R> what a row is made of
 */
@SuppressWarnings("varargs") // the arrays of columns are only read
class AdminTable<R> extends AdminCommand {
    /** What a number is a number of; a count of what the column's name says has none. */
    enum Unit {
        NONE,
        BYTES,
        SECONDS,
        MILLISECONDS,
        PER_SECOND,
        PERCENT;

        /** Empty for {@link #NONE}. */
        String words() {
            return this == NONE ? "" : name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** What the rows of an answer are made of. */
    @FunctionalInterface
    interface Rows<R> {
        /** All rows that the arguments ask for, in an order that does not change from one call to the next. */
        CompletionStage<List<R>> of(StatementArguments arguments, AdminContext context);
    }

    private final Rows<R> rows;
    private final List<AdminColumn<R>> columns;
    private final boolean forEverybody;
    private final boolean changesNothing;

    /** @param statement the syntax up to {@code LIKE} and {@code WHERE}, by which rows are filtered */
    @SafeVarargs
    AdminTable(String statement, String purpose, Rows<R> rows, AdminColumn<R>... columns) {
        this(List.of(RowFilter.line(statement)), purpose, rows, columns);
    }

    /** @param lines the usual one first; {@code LIKE} and {@code WHERE} filter the rows where the lines have them */
    @SafeVarargs
    AdminTable(List<SyntaxLine> lines, String purpose, Rows<R> rows, AdminColumn<R>... columns) {
        this(lines, purpose, rows, List.of(columns), false, false);
    }

    private AdminTable(
            List<SyntaxLine> lines,
            String purpose,
            Rows<R> rows,
            List<AdminColumn<R>> columns,
            boolean forEverybody,
            boolean changesNothing) {
        super(lines.getFirst(), purpose, lines.stream().skip(1).toArray(SyntaxLine[]::new));
        this.rows = rows;
        this.columns = columns;
        this.forEverybody = forEverybody;
        this.changesNothing = changesNothing;
    }

    /** Rows that are in memory. */
    static <T> Rows<T> now(BiFunction<StatementArguments, AdminContext, List<T>> rows) {
        return (arguments, context) -> CompletableFuture.completedStage(rows.apply(arguments, context));
    }

    /** The same table, which users without the admin right may ask for too: its rows are their own then. */
    AdminTable<R> forEverybody() {
        return new AdminTable<>(lines(), purpose(), rows, columns, true, changesNothing);
    }

    @Override
    final boolean isForEverybody() {
        return forEverybody;
    }

    /** The same table, which only looks, though its first word doesn't say so. */
    AdminTable<R> changingNothing() {
        return new AdminTable<>(lines(), purpose(), rows, columns, forEverybody, true);
    }

    @Override
    final boolean changesNothing() {
        return changesNothing;
    }

    /** The same columns of other rows. */
    AdminTable<R> of(SyntaxLine line, String otherPurpose, Rows<R> others) {
        return new AdminTable<>(List.of(line), otherPurpose, others, columns, forEverybody, changesNothing);
    }

    static <T> AdminColumn<T> text(String name, Function<T, ?> value, String meaning) {
        return new AdminColumn<>(name, AdminColumn.Type.TEXT, Unit.NONE, meaning, value);
    }

    static <T> AdminColumn<T> time(String name, Function<T, ?> value, String meaning) {
        return new AdminColumn<>(name, AdminColumn.Type.TIME, Unit.NONE, meaning, value);
    }

    static <T> AdminColumn<T> number(String name, Function<T, ?> value, String meaning) {
        return number(name, Unit.NONE, value, meaning);
    }

    static <T> AdminColumn<T> number(String name, Unit unit, Function<T, ?> value, String meaning) {
        return new AdminColumn<>(name, AdminColumn.Type.WHOLE, unit, meaning, value);
    }

    static <T> AdminColumn<T> decimal(String name, Unit unit, Function<T, ?> value, String meaning) {
        return new AdminColumn<>(name, AdminColumn.Type.DECIMAL, unit, meaning, value);
    }

    /** A text that is NULL where it is empty. */
    static <T> AdminColumn<T> textOrNull(String name, Function<T, String> value, String meaning) {
        return text(name, row -> Optional.of(value.apply(row)).filter(text -> !text.isEmpty()), meaning);
    }

    /** The tables among commands that a SHOW answers. */
    static Stream<AdminTable<?>> shown(List<AdminCommand> commands) {
        return commands.stream().<AdminTable<?>>mapMulti((command, tables) -> {
            if (command instanceof AdminTable<?> table && table.name().startsWith("SHOW ")) {
                tables.accept(table);
            }
        });
    }

    final List<AdminColumn<R>> columns() {
        return columns;
    }

    @Override
    CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        Predicate<List<@Nullable String>> wanted = filter(arguments)::keeps;
        return rows.of(arguments, context)
                .thenApply(all -> new AdminAnswer.Answered(new LocalAnswer.Rows(
                        sent(), all.stream().map(this::cells).filter(wanted).toList())));
    }

    /** Which of the rows {@code LIKE} and {@code WHERE} ask for. */
    RowFilter filter(StatementArguments arguments) {
        return RowFilter.of(arguments, sent());
    }

    private List<Column> sent() {
        return columns.stream().map(AdminColumn::sent).toList();
    }

    /** Whether a row of this table is one that {@code LIKE} and {@code WHERE} ask for. */
    final Predicate<R> wanted(StatementArguments arguments) {
        RowFilter filter = filter(arguments);
        return row -> filter.keeps(cells(row));
    }

    private List<@Nullable String> cells(R row) {
        List<@Nullable String> cells = new ArrayList<>(columns.size());
        columns.forEach(column -> cells.add(column.cell(row)));
        return cells;
    }
}
