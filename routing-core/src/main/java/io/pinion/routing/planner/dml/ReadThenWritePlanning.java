package io.pinion.routing.planner.dml;

import io.pinion.routing.analysis.DeletedNames;
import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.analysis.facts.TableUse;
import io.pinion.routing.plan.ReadThenWriteChange;
import io.pinion.routing.plan.RowKey;
import io.pinion.routing.planner.dml.Assignments.Assignment;
import io.pinion.routing.planner.insert.NumberPlanning;
import io.pinion.routing.planner.names.Names;
import io.pinion.routing.planner.names.OuterAggregates;
import io.pinion.routing.planner.names.PlanningContext;
import io.pinion.routing.planner.shard.ChangeWords;
import io.pinion.routing.planner.shard.MultiShardStrategy;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.rewrite.Piece.Fixed;
import io.pinion.routing.rewrite.SqlNames;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * An UPDATE or DELETE for which no shard knows by itself which of its rows to change, or their new values: LIMIT counts
 * the rows of all shards, and joins and subqueries may need rows of others. A query finds and locks the rows, with the
 * values that are computed from other rows; then they are changed by their primary keys. Used once.
 */
public final class ReadThenWritePlanning {
    private static final int NONE = -1;

    private final PlanningContext context;
    private final Tokens tokens;
    private final StatementFacts facts;
    private final Names names;
    private final Edits edits;
    private final boolean update;
    private final Assignments assignments;

    public ReadThenWritePlanning(PlanningContext context) {
        this.context = context;
        this.tokens = context.tokens();
        this.facts = context.facts();
        this.names = context.names();
        this.edits = new Edits(tokens.statement());
        this.update = tokens.statement().kind() == StatementKind.UPDATE;
        this.assignments = new Assignments(tokens, facts, names);
    }

    /** The place of LIMIT in the statement itself; -1 without one. */
    public static int limit(Tokens tokens) {
        return tokens.outermost(0, "LIMIT");
    }

    /** @param together each shard has the rows that its rows' new values are computed from, and its rows themselves */
    public MultiShardStrategy strategy(boolean together) {
        boolean change = update || tokens.statement().kind() == StatementKind.DELETE;
        if (!change || tokens.outermost(0, update ? "UPDATE" : "DELETE") != 0) {
            return new MultiShardStrategy.Impossible("it is no UPDATE or DELETE that begins so");
        }
        GroupFunctions.refuse(tokens);
        if (OuterAggregates.mayBeIn(context)) {
            return new MultiShardStrategy.Impossible("an aggregate function in a subquery, of columns of the table"
                    + " around it, would be one of all rows in the query that finds the rows");
        }
        if (ChangeWords.returnsRows(tokens)) {
            return new MultiShardStrategy.Impossible(
                    "RETURNING answers with rows that are found and changed in two steps: SELECT … FOR"
                            + " UPDATE them first");
        }
        if (update && !isAlone() && limit(tokens) != NONE) {
            return new MultiShardStrategy.Impossible(
                    "MySQL has no LIMIT here, and MariaDB's counts the rows of the join, not those that are changed:"
                            + " find the keys by a SELECT with LIMIT first");
        }
        int from = firstReference();
        int behindFrom = update ? tokens.outermost(from, "SET") : conditions(tokens, from);
        int conditions = conditions(tokens, behindFrom);
        List<FoundTable> targets;
        switch (update ? updated(conditions, together && isAlone()) : deleted()) {
            case Targets.None(String reason) -> {
                return new MultiShardStrategy.Impossible(reason);
            }
            case Targets.Of(List<FoundTable> changing) -> targets = changing;
        }
        Optional<String> unclear = unclear(targets, conditions);
        if (unclear.isPresent()) {
            return new MultiShardStrategy.Impossible(unclear.get());
        }
        if (OrderNumbers.areIn(tokens, conditions)) {
            return new MultiShardStrategy.Impossible(OrderNumbers.REASON);
        }
        List<Piece> order = order(conditions);
        List<Piece> head = isAlone()
                ? List.of(edits.own(new Span(tokens.start(0), tokens.end(update ? behindFrom : conditions - 1))))
                : List.of();
        return new MultiShardStrategy.FoundRows(
                query(
                        targets,
                        new Span(tokens.start(from), tokens.end(behindFrom - 1)),
                        conditions < tokens.count()
                                ? List.of(edits.own(new Span(tokens.start(conditions), end())))
                                : List.of()),
                targets.stream()
                        .map(target -> target.changed(
                                edits,
                                head.isEmpty() ? target.head(edits, update, ChangeWords.ignores(tokens)) : head,
                                order,
                                update))
                        .toList(),
                ChangeWords.ignores(tokens));
    }

    // --- the tables whose rows are changed

    private sealed interface Targets {
        record Of(List<FoundTable> targets) implements Targets {}

        /** @param reason a clause that begins in lower case */
        record None(String reason) implements Targets {}
    }

    private Targets deleted() {
        List<TableUse> tables = facts.blocks().getFirst().tables();
        if (facts.targets().isEmpty()) {
            return tables.isEmpty() ? derived() : targets(List.of(tables.getFirst()), List.of(), List.of());
        }
        List<TableUse> named = new ArrayList<>();
        for (TableUse target : facts.targets()) {
            tables.stream().filter(use -> use.label().equals(target.name())).forEach(named::add);
        }
        return named.size() == facts.targets().size() ? targets(named, List.of(), List.of()) : derived();
    }

    private static Targets derived() {
        return new Targets.None("it changes rows of a derived table, or of one that it doesn't read");
    }

    /** @param together see {@link #strategy} */
    private Targets updated(int conditions, boolean together) {
        List<Assignment> assigned;
        switch (assignments.read(tokens.end(conditions - 1))) {
            case Assignments.Reading.Unclear(String reason) -> {
                return new Targets.None(reason);
            }
            case Assignments.Reading.Of(List<Assignment> all) -> assigned = all;
        }
        List<TableUse> tables =
                assigned.stream().map(Assignment::use).distinct().toList();
        List<Assignment> carried = together
                ? List.of()
                : assigned.stream().filter(assignments::needsOthers).toList();
        for (int i = 0; i < assigned.size(); i++) {
            Assignment one = assigned.get(i);
            String counted = carried.contains(one)
                    ? null
                    : NumberPlanning.computed(tokens, one.column(), one.use(), one.table());
            if (counted != null) {
                return new Targets.None(counted);
            }
            // An UPDATE of a single table assigns from left to right.
            List<Assignment> before = tables.size() > 1 ? assigned : assigned.subList(0, i);
            boolean computed = carried.contains(one) || !isAlone();
            if (computed && before.stream().anyMatch(other -> !other.equals(one) && assignments.reads(one, other))) {
                return new Targets.None("the new value of " + one.column().name()
                        + " is made of a column that the same statement changes, of which nothing says whether it is"
                        + " the old or the new one: change one after the other, in a transaction");
            }
        }
        return targets(tables, assigned, carried);
    }

    private Targets targets(List<TableUse> uses, List<Assignment> assigned, List<Assignment> carried) {
        List<FoundTable> targets = new ArrayList<>();
        for (TableUse use : uses) {
            List<RowKey> keys = RowKey.keysOf(names.table(use));
            if (keys == null) {
                return new Targets.None(
                        "the rows that it changes are found first, and then changed by their primary key,"
                                + " and Pinion knows none of " + use.name()
                                + " whose values it can write as they are: name the rows by the columns that place"
                                + " them, or give the table such a key");
            }
            targets.add(new FoundTable(use, keys, of(use, assigned), of(use, carried)));
        }
        return new Targets.Of(targets);
    }

    private static List<Assignment> of(TableUse use, List<Assignment> assignments) {
        return assignments.stream()
                .filter(assignment -> assignment.use().equals(use))
                .toList();
    }

    /** The reason why the effect is undefined, even on one server. */
    private Optional<String> unclear(List<FoundTable> targets, int conditions) {
        if (targets.stream().map(target -> names.table(target.use())).distinct().count() < targets.size()) {
            return Optional.of("it changes rows of one table under two names: change those of one name at a time, in a"
                    + " transaction");
        }
        boolean carries = targets.stream().anyMatch(target -> !target.carried().isEmpty());
        boolean cut = tokens.outermost(conditions, "LIMIT") != NONE || tokens.outermost(conditions, "ORDER") != NONE;
        return !isAlone() && cut && (carries || targets.size() > 1)
                ? Optional.of(
                        "ORDER BY and LIMIT don't say of which rows of a join the values are: select them first, and"
                                + " change the rows by their keys")
                : Optional.empty();
    }

    // --- the parts of the statement

    /** The first token of the tables that rows are looked for in. */
    private int firstReference() {
        if (!update) {
            int using = DeletedNames.using(tokens, 0);
            return (using == NONE ? tokens.outermost(1, "FROM") : using) + 1;
        }
        int first = 1;
        while (tokens.isOneOf(first, "LOW_PRIORITY", "IGNORE")) {
            first++;
        }
        return first;
    }

    /** The first token of WHERE, ORDER BY or LIMIT; the end of the statement when there is none. */
    static int conditions(Tokens tokens, int from) {
        for (String begins : List.of("WHERE", "ORDER", "LIMIT")) {
            int token = tokens.outermost(from, begins);
            if (token != NONE) {
                return token;
            }
        }
        return tokens.count();
    }

    private int end() {
        return tokens.end(tokens.count() - 1);
    }

    /** @param conditions WHERE and the rest of the statement */
    private List<Piece> query(List<FoundTable> targets, Span from, List<Piece> conditions) {
        // A row that is found twice is changed once. With carried values, collations don't tell whether both are the
        // same.
        boolean distinct = !isAlone()
                && targets.stream().allMatch(target -> target.carried().isEmpty());
        List<Piece> query = new ArrayList<>();
        String before = distinct ? "SELECT DISTINCT " : "SELECT ";
        for (FoundTable target : targets) {
            for (RowKey key : target.keys()) {
                query.add(Fixed.of(before + key.selected(target.use().label())));
                before = ", ";
            }
            for (Assignment assignment : target.carried()) {
                query.add(Fixed.of(", "));
                query.add(edits.own(assignment.value()));
                query.add(Fixed.of(" AS " + nameOf(assignment)));
            }
        }
        query.add(Fixed.of(" FROM "));
        query.add(edits.own(from));
        if (!conditions.isEmpty()) {
            query.add(Fixed.of(" "));
            query.addAll(conditions);
        }
        query.add(Fixed.of(" FOR UPDATE"));
        return query;
    }

    private static String nameOf(Assignment assignment) {
        return SqlNames.quoted(
                ReadThenWriteChange.NEW_VALUE + assignment.column().name());
    }

    private boolean isAlone() {
        QueryBlock block = facts.blocks().getFirst();
        return block.tables().size() == 1
                && block.derived().isEmpty()
                && facts.targets().isEmpty();
    }

    /** ORDER BY, which orders both the finding and the changing of rows. */
    private List<Piece> order(int conditions) {
        int order = conditions < tokens.count() ? tokens.outermost(conditions, "ORDER") : NONE;
        if (order == NONE) {
            return List.of();
        }
        int limit = tokens.outermost(order, "LIMIT");
        return List.of(
                Fixed.of(" "), edits.own(new Span(tokens.start(order), limit == NONE ? end() : tokens.end(limit - 1))));
    }
}
