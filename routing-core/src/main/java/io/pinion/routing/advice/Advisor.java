package io.pinion.routing.advice;

import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Makes {@link Advice} of a schema and the statements of a log, which it is told twice: first all of them by {@link
 * #learn}, then again by {@link #judge}. Not thread-safe.
 */
public final class Advisor {
    /** The shapes that are kept apart, unless more are asked for. */
    public static final int USUAL_SHAPES = 20_000;

    private static final int WORST = 12;
    private static final int LOOKUPS = 8;
    private static final int LONG = 16 * 1024;

    /** A column of the row that fires a trigger. */
    private static final Pattern OF_TRIGGER = Pattern.compile("(?i)\\b(?:NEW|OLD)\\s?\\.");

    /** Also by those who have switched the log on. */
    private static final Pattern OF_SERVER =
            Pattern.compile("(?i)\\s*SET\\s+(?:GLOBAL|PERSIST|PERSIST_ONLY)\\s|\\s*SET\\s+@@(?:GLOBAL|PERSIST)");

    private final UnshardedSchema schema;
    private final ProposalPlanner.Servers servers;
    private final Proposal.Layout layout;
    private final Workload workload;
    private final Set<String> notes = new LinkedHashSet<>();
    private @Nullable Judging judging;

    /**
     * @param charset the MySQL name of the clients' character set
     * @param maxShapes the most shapes that are kept apart
     */
    public Advisor(
            UnshardedSchema schema,
            SqlDialect dialect,
            int serverVersion,
            String charset,
            Proposal.Layout layout,
            int maxShapes) {
        this.schema = schema;
        this.servers = new ProposalPlanner.Servers(dialect, serverVersion, charset);
        this.layout = layout;
        this.workload = new Workload(schema, servers, maxShapes);
        notes.addAll(schema.notes());
    }

    /** A proposal, and what has become of statements under it. */
    private record Judging(
            Proposal proposal, ProposalPlanner planner, Shares shares, LoggedTransactions transactions) {}

    /** Whether it is no application's, but changes the server. */
    private static boolean isOfServer(LoggedStatement statement) {
        return statement.sql().length < LONG
                && OF_SERVER
                        .matcher(new String(statement.sql(), StandardCharsets.ISO_8859_1))
                        .lookingAt();
    }

    /** Takes a statement into account for the proposal. */
    public void learn(LoggedStatement statement) {
        if (!isOfServer(statement)) {
            workload.add(statement);
        }
    }

    /** The declarations that definitions and ids propose, with what was learnt. */
    public Proposal propose() {
        return place(new IdPlacement(schema, workload.shapes()).declarations());
    }

    /** Takes these declarations; a table without one isn't in the keyspace. */
    public Proposal place(Map<String, Declaration> declarations) {
        Proposal proposal = new Proposal(schema, declarations, layout);
        judging = new Judging(
                proposal, new ProposalPlanner(proposal, servers), new Shares(), new LoggedTransactions(proposal));
        return proposal;
    }

    /** Plans a statement under the proposal and counts it. */
    public StatementScope judge(LoggedStatement statement) {
        Judging now = judging();
        if (isOfServer(statement)) {
            return StatementScope.NO_SHARD;
        }
        Workload.Seen seen = workload.find(statement);
        PlannedStatement planned = planned(now, statement, seen.kind());
        now.shares().add(planned.scope(), statement.micros());
        LoggedShape shape = seen.shape();
        if (shape != null) {
            shape.judged(planned, statement.micros());
        }
        if (statement.connection().isPresent()) {
            TransactionShards transaction =
                    now.transactions().of(statement.connection().getAsLong(), seen.kind(), statement.sql());
            if (transaction != null) {
                transaction.add(statement.sql(), planned, shape == null ? StatementFacets.NONE : shape.facets());
            }
        }
        return planned.scope();
    }

    /** Definitions are counted apart: those in a log have made the tables that there are. */
    private PlannedStatement planned(Judging now, LoggedStatement statement, StatementKind kind) {
        if (kind.isDefinition()) {
            return PlannedStatement.of(StatementScope.DEFINITION, "");
        }
        PlannedStatement planned = now.planner().plan(statement.sql(), statement.database());
        if (planned.scope() == StatementScope.REFUSED && isOfTrigger(statement.sql())) {
            notes.add(
                    "statements of triggers, which MariaDB logs, are counted as of other databases: a sharded keyspace"
                            + " has no triggers, and their work is left to the application");
            return PlannedStatement.of(StatementScope.ELSEWHERE, "");
        }
        return planned;
    }

    private static boolean isOfTrigger(byte[] sql) {
        return sql.length < LONG
                && OF_TRIGGER
                        .matcher(new String(sql, StandardCharsets.ISO_8859_1))
                        .find();
    }

    private Judging judging() {
        if (judging == null) {
            propose();
        }
        Judging now = judging;
        if (now == null) {
            throw new IllegalStateException("there is no proposal");
        }
        return now;
    }

    public Advice advice() {
        Judging now = judging();
        Proposal proposal = now.proposal();
        List<Advice.TableAdvice> tables = new ArrayList<>();
        DefinitionWarnings definitions = new DefinitionWarnings(proposal, servers);
        for (UnshardedTable table : schema.tables().values()) {
            Declaration declaration = proposal.declarations().get(table.name());
            if (declaration != null) {
                tables.add(table(declaration, table, definitions.of(table)));
            }
        }
        noteUnknownSizes(proposal);
        return new Advice(
                proposal,
                now.shares(),
                tables,
                now.transactions().counts(),
                worst(proposal, now.shares()),
                lookups(proposal),
                workload.shapes().size(),
                workload.unlisted(),
                List.copyOf(notes));
    }

    private void noteUnknownSizes(Proposal proposal) {
        String unknown = schema.tables().values().stream()
                .filter(table -> proposal.declarations().get(table.name()) instanceof Declaration.ReferenceRows)
                .filter(table -> table.rows().isEmpty())
                .map(UnshardedTable::name)
                .collect(Collectors.joining(", "));
        if (!unknown.isEmpty()) {
            notes.add(
                    "how many rows " + unknown + " may have isn't known from the definitions: a reference table has all"
                            + " of them on every shard, so see that they are few");
        }
    }

    private Advice.TableAdvice table(Declaration declaration, UnshardedTable table, List<String> warnings) {
        long statements = 0;
        long writes = 0;
        for (LoggedShape shape : workload.shapes()) {
            statements += shape.facets().tables().contains(table.name()) ? shape.count() : 0;
            writes += shape.facets().written().contains(table.name()) ? shape.count() : 0;
        }
        return new Advice.TableAdvice(table.name(), declaration, statements, writes, warnings);
    }

    private List<Advice.ShapeAdvice> worst(Proposal proposal, Shares all) {
        return workload.shapes().stream()
                .filter(shape -> shape.shares().burden(all) > 0)
                .sorted(Comparator.comparingDouble(
                        (LoggedShape shape) -> -shape.shares().burden(all)))
                .limit(WORST)
                .map(shape -> new Advice.ShapeAdvice(
                        shape.text(),
                        shape.count(),
                        shape.micros(),
                        shape.shares().worst(),
                        reason(proposal, shape)))
                .toList();
    }

    /** In the planner's words; those about keys with the keys. */
    private static String reason(Proposal proposal, LoggedShape shape) {
        if (!shape.reason().equals(PlannedStatement.NO_KEY)) {
            return shape.reason();
        }
        String keys = shape.facets().tables().stream()
                .sorted()
                .filter(table -> proposal.declarations().get(table) instanceof Declaration.HashedRows)
                .map(table -> table + "."
                        + ((Declaration.HashedRows) Objects.requireNonNull(
                                        proposal.declarations().get(table)))
                                .key())
                .collect(Collectors.joining(" or "));
        return keys.isEmpty() ? shape.reason() : "no condition names " + keys;
    }

    /** Columns that statements on all shards ask by. */
    private List<Advice.AskedColumn> lookups(Proposal proposal) {
        Map<StatementFacets.ColumnName, long[]> asked = new HashMap<>();
        for (LoggedShape shape : workload.shapes()) {
            long count = shape.shares().count(StatementScope.ALL_SHARDS);
            if (count > 0) {
                shape.facets().tested().stream()
                        .filter(column -> mayBeLookedUp(proposal, column))
                        .distinct()
                        .forEach(column -> {
                            long[] sums = asked.computeIfAbsent(column, any -> new long[2]);
                            sums[0] += count;
                            sums[1] += shape.shares().micros(StatementScope.ALL_SHARDS);
                        });
            }
        }
        return asked.entrySet().stream()
                .map(entry -> new Advice.AskedColumn(
                        entry.getKey().table(), entry.getKey().column(), entry.getValue()[0], entry.getValue()[1]))
                .sorted(Comparator.comparingLong((Advice.AskedColumn lookup) -> -lookup.statements())
                        .thenComparing(Advice.AskedColumn::table)
                        .thenComparing(Advice.AskedColumn::column))
                .limit(LOOKUPS)
                .toList();
    }

    /** A value of the column names one row, or all but one, of a hashed table. */
    private boolean mayBeLookedUp(Proposal proposal, StatementFacets.ColumnName column) {
        return proposal.declarations().get(column.table()) instanceof Declaration.HashedRows
                && schema.table(column.table())
                        .filter(table -> table.keys().stream()
                                .anyMatch(key -> key.columns().getFirst().equalsIgnoreCase(column.column())))
                        .isPresent();
    }
}
