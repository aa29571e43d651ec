package io.pinion.routing.plan;

import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.rewrite.Argument;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A plan in words, for EXPLAIN ROUTE and for the cases that specify routing. */
public final class PlanText {
    private static final String INDENT = "  ";
    private static final String PREVIOUS = "reads what the statement before left";

    /** The most shards that are listed. */
    private static final int SHARDS_LISTED = 6;

    private static final int SHARDS_SHOWN = 2;

    private PlanText() {}

    /** Lines of text without a line feed at the end. The client's text is marked as such where it is sent unchanged. */
    public static String of(RoutePlan plan) {
        return switch (plan) {
            case RoutePlan.SingleShard single ->
                "single shard " + single.target() + "\n" + INDENT + text(single.text())
                        + lines(single.context(), single.insertedId(), single.effects())
                        + single.warnings().stream()
                                .map(warning -> "\n" + INDENT + "warning: " + warning.message())
                                .collect(Collectors.joining());
            case RoutePlan.AnyServer any ->
                (any.effects().hasToDoWithLocks()
                                ? "the server of all user-level locks, of "
                                : "any server, such as of ")
                        + any.pair() + "\n" + INDENT + text(any.text())
                        + lines(any.context(), new InsertedId.AsReported(), any.effects())
                        + any.warnings().stream()
                                .map(warning -> "\n" + INDENT + "warning: " + warning.message())
                                .collect(Collectors.joining());
            case RoutePlan.FanOut fanOut -> fanOut(fanOut);
            case RoutePlan.Gather gather -> gather(gather);
            case RoutePlan.ReadThenWrite steps -> steps(steps);
            case RoutePlan.LoadRows rows -> load(rows);
            case RoutePlan.Numbered numbered -> numbered(numbered);
            case RoutePlan.ChangeSession(
                    SessionChange.Assign(List<SessionChange.Assignment> assignments, boolean previous),
                    StatementText text) -> "session: " + assignments + (previous ? "\n" + INDENT + PREVIOUS : "");
            case RoutePlan.ChangeSession(SessionChange change, StatementText text) -> "session: " + change;
            case RoutePlan.Local(LocalAnswer answer) -> "local answer\n" + answer(answer);
            case RoutePlan.Admin(String admin, var then) ->
                "admin: " + admin
                        + then.map(next -> "\n" + "then with its rows: " + of(next.with(List.of())))
                                .orElse("");
            case RoutePlan.Split(List<byte[]> statements) ->
                "split: each is planned when its turn comes"
                        + statements.stream()
                                .map(sql -> "\n" + INDENT + new String(sql, StandardCharsets.UTF_8).strip())
                                .collect(Collectors.joining());
            case RoutePlan.ChangeSchema(SchemaChange change, var wanted) ->
                (wanted == RoutePlan.ChangeSchema.Wanted.EXPLAINED ? "explain on " : "") + change(change);
            case RoutePlan.Named(TextPreparedStatement action) -> named(action);
            case RoutePlan.Refused(int code, String state, String reason) ->
                "refused " + code + " (" + state + "): " + reason;
        };
    }

    private static String gather(RoutePlan.Gather plan) {
        StringBuilder lines =
                new StringBuilder("gather on ").append(plan.at()).append(": ").append(plan.reason());
        for (int i = 0; i < plan.fetches().size(); i++) {
            lines.append("\n")
                    .append(INDENT)
                    .append("fetch ")
                    .append(i + 1)
                    .append(": ")
                    .append(fetch(plan, i));
            appendCopies(lines, plan.fetches().get(i).copies());
        }
        lines.append("\n").append(INDENT).append("then: ").append(plan.text());
        appendPolicy(lines, plan.policy());
        appendWarnings(lines, plan.warnings());
        return lines.toString();
    }

    private static String fetch(RoutePlan.Gather plan, int number) {
        RoutePlan.Fetch fetch = plan.fetches().get(number);
        if (number == 0 && plan.ahead().isPresent()) {
            RoutePlan.RowsAhead ahead = plan.ahead().get();
            return new String(ahead.sql(), StandardCharsets.UTF_8) + "; all of them, if these make fewer than "
                    + ahead.wanted() + " rows";
        }
        return new String(
                fetch.whole(fetch.bound()
                        .map(bound -> "values of column " + (bound.column() + 1) + " of fetch " + (bound.fetch() + 1))
                        .orElse("")),
                StandardCharsets.UTF_8);
    }

    private static void appendCopies(StringBuilder lines, List<String> copies) {
        if (!copies.isEmpty()) {
            lines.append("; copied to ").append(String.join(", ", copies));
        }
    }

    private static void appendPolicy(StringBuilder lines, ScatterPolicy policy) {
        if (!policy.isFree()) {
            lines.append("\nscatter policy: ").append(policy.words());
        }
    }

    private static void appendWarnings(StringBuilder lines, List<PreviousDiagnostics.Condition> warnings) {
        for (PreviousDiagnostics.Condition warning : warnings) {
            lines.append("\n")
                    .append(INDENT)
                    .append(warning.level().equals(PreviousDiagnostics.Condition.NOTE) ? "" : "warning: ")
                    .append(warning.message());
        }
    }

    private static String numbered(RoutePlan.Numbered plan) {
        StringBuilder lines = new StringBuilder("numbers of ").append(plan.sequence());
        lines.append(plan.count() == 0 ? ": none" : ": " + plan.count());
        if (plan.largest() > 0) {
            lines.append(", later ones above ").append(plan.largest());
        }
        lines.append("\n").append(INDENT).append("then: ");
        for (int i = 0; i < plan.pieces().size(); i++) {
            lines.append(i == 0 ? "" : "#" + i).append(new String(plan.pieces().get(i), StandardCharsets.UTF_8));
        }
        switch (plan.told()) {
            case ALWAYS -> lines.append("\n").append(INDENT).append("insert id: #1");
            case WHEN_ALL_ARE_NEW -> lines.append("\n").append(INDENT).append("insert id: #1, if no row was ignored");
            case UNLESS_REPORTED ->
                lines.append("\n").append(INDENT).append("insert id: #1, or that of the row that was there");
            case NEVER -> {}
        }
        return lines.toString();
    }

    private static String steps(RoutePlan.ReadThenWrite plan) {
        StringBuilder lines = new StringBuilder();
        switch (plan.write()) {
            case RoutePlan.ChangeByKey change -> {
                lines.append("find rows over the shards of ")
                        .append(plan.keyspace())
                        .append(", then change them by their keys");
                appendQuery(lines, "find: ", plan);
            }
            case RoutePlan.InsertRows insert -> {
                lines.append("read rows, then insert each where it belongs");
                appendQuery(lines, "read: ", plan);
            }
            case RoutePlan.MoveRows move -> {
                lines.append("move rows to the shard of their new key, whose pair joins the transaction first");
                RoutePlan.ShardStatement joins = move.joining().statements().getFirst();
                lines.append("\n")
                        .append(INDENT)
                        .append("join ")
                        .append(joins.target())
                        .append(": ")
                        .append(joins.text());
                appendQuery(lines, "find: ", plan);
            }
        }
        writing(plan.write())
                .forEach(text ->
                        lines.append("\n").append(INDENT).append("then: ").append(text));
        appendWarnings(lines, plan.warnings());
        return lines.toString();
    }

    /** The steps for the rows that a query found, in order. */
    public static List<String> writing(RoutePlan.Writing write) {
        return switch (write) {
            case RoutePlan.ChangeByKey change ->
                change.tables().stream().map(PlanText::byKey).toList();
            case RoutePlan.InsertRows insert ->
                List.of(new String(insert.before(), StandardCharsets.UTF_8) + "(…), …"
                        + new String(insert.after(), StandardCharsets.UTF_8));
            case RoutePlan.MoveRows move ->
                List.of(
                        byKey(move.deleted()),
                        new String(move.into(), StandardCharsets.UTF_8) + cut(move.row()) + ", …");
        };
    }

    private static String byKey(ReadThenWriteChange change) {
        return cut(change.texts())
                + change.keys().stream().map(RowKey::name).collect(Collectors.joining(", ", "(", ") IN (…)"))
                + new String(change.after(), StandardCharsets.UTF_8);
    }

    private static String cut(List<byte[]> texts) {
        return texts.stream()
                .map(text -> new String(text, StandardCharsets.UTF_8))
                .collect(Collectors.joining("…"));
    }

    private static void appendQuery(StringBuilder lines, String verb, RoutePlan.ReadThenWrite plan) {
        lines.append("\n").append(INDENT).append(verb).append(new String(plan.sql(), StandardCharsets.UTF_8));
        of(plan.query())
                .lines()
                .forEach(
                        line -> lines.append("\n").append(INDENT).append(INDENT).append(line));
    }

    private static String load(RoutePlan.LoadRows plan) {
        RoutePlan.ShardStatement example = plan.load().example();
        return "load rows of a file into the shards of " + plan.keyspace() + ": "
                + plan.load().words() + "\n" + INDENT + example.target() + ": " + example.text();
    }

    private static String fanOut(RoutePlan.FanOut plan) {
        StringBuilder lines = new StringBuilder(plan.scatter() ? "scatter over " : "fan-out over ");
        List<String> pairs =
                plan.targets().stream().map(Target::pair).distinct().toList();
        lines.append(plan.statements().size()).append(" shards on ").append(String.join(", ", pairs));
        int all = plan.statements().size();
        int shown = all > SHARDS_LISTED ? SHARDS_SHOWN : all;
        for (int i = 0; i < shown; i++) {
            RoutePlan.ShardStatement statement = plan.statements().get(i);
            lines.append("\n")
                    .append(INDENT)
                    .append(statement.target())
                    .append(": ")
                    .append(statement.text());
        }
        if (all > shown) {
            lines.append("\n").append(INDENT).append("and ").append(all - shown).append(" more");
        }
        switch (plan.merging()) {
            case RoutePlan.Merging.Rows(var merge, int columns) ->
                lines.append("\nmerge: ").append(merge.text());
            case RoutePlan.Merging.Counts counts -> lines.append("\nmerge: add counts");
            case RoutePlan.Merging.Copies copies -> lines.append("\nmerge: the first's, if all are equal");
            case RoutePlan.Merging.InsertedRows(int insertId, FoundDuplicates duplicates) ->
                lines.append("\nmerge: add counts").append(insertIdOf(plan, insertId));
            case RoutePlan.Merging.Returned(var statements, int insertId) ->
                lines.append("\nmerge: ")
                        .append(statements.isEmpty() ? "returned rows in any order" : "returned rows in that of VALUES")
                        .append(insertId < 0 ? "" : insertIdOf(plan, insertId));
        }
        appendPolicy(lines, plan.policy());
        appendWarnings(lines, plan.warnings());
        return lines.toString();
    }

    private static String insertIdOf(RoutePlan.FanOut plan, int statement) {
        RoutePlan.ShardStatement of = plan.statements().get(statement);
        return of.insertedId() instanceof InsertedId.Composed ? ", insert id of " + of.target() : "";
    }

    private static String change(SchemaChange change) {
        StringBuilder lines = new StringBuilder(
                change.only().map(shard -> "shard " + shard.number() + " of ").orElse("every open shard of "));
        lines.append(change.keyspace()).append("\n").append(INDENT);
        lines.append(String.join(change.databases().toString(), change.text().pieces()));
        change.declarations()
                .forEach(next ->
                        lines.append("\n").append(INDENT).append("then: ").append(next.words()));
        change.warnings()
                .forEach(warning ->
                        lines.append("\n").append(INDENT).append("warning: ").append(warning));
        return lines.toString();
    }

    private static String named(TextPreparedStatement action) {
        return switch (action) {
            case TextPreparedStatement.Prepare(String name, var source) ->
                "kept text: prepare " + name + " from " + source(source);
            case TextPreparedStatement.Execute(String name, List<String> variables) ->
                "kept text: execute " + name + " using " + variables;
            case TextPreparedStatement.Immediate(var source, List<String> variables) ->
                "kept text: execute " + source(source) + " using " + variables;
            case TextPreparedStatement.Unprepared(String name, RoutePlan.Refused reason) -> of(reason);
            case TextPreparedStatement.Deallocate(String name) -> "kept text: deallocate " + name;
        };
    }

    private static String source(TextPreparedStatement.Source source) {
        return switch (source) {
            case TextPreparedStatement.Source.Written(byte[] sql) -> new String(sql, StandardCharsets.UTF_8);
            case TextPreparedStatement.Source.Variable(String name) -> "@" + name;
        };
    }

    private static String text(StatementText text) {
        return switch (text) {
            case StatementText.Original original -> "unchanged";
            case StatementText.Edited(byte[] edited) -> new String(edited, StandardCharsets.UTF_8);
            case StatementText.Parameterized(byte[] edited, List<Argument> arguments) ->
                new String(edited, StandardCharsets.UTF_8) + "\n" + INDENT + "arguments "
                        + arguments.stream().map(PlanText::argument).collect(Collectors.joining(", ", "[", "]"));
        };
    }

    /** Arguments that the client bound by place are counted from 1. */
    private static String argument(Argument argument) {
        return switch (argument) {
            case Argument.Bound(int parameter) -> "?" + (parameter + 1);
            case Argument.Int(long value) -> Long.toString(value);
        };
    }

    private static String lines(DatabaseContext context, InsertedId insertedId, SessionEffects effects) {
        StringBuilder lines = new StringBuilder();
        switch (context) {
            case DatabaseContext.Irrelevant any -> {}
            case DatabaseContext.None none -> {}
            case DatabaseContext.Required(String database) ->
                lines.append("\n").append(INDENT).append("in database ").append(database);
        }
        switch (insertedId) {
            case InsertedId.AsReported reported -> {}
            case InsertedId.Given given -> {}
            case InsertedId.Composed(long base, boolean generated) ->
                lines.append("\n")
                        .append(INDENT)
                        .append("insert id: ")
                        .append(base)
                        .append(generated ? " | local id" : " | local id, as given");
        }
        if (effects.insertId() == SessionEffects.InsertIdEffect.UNSEEN
                || effects.insertId() == SessionEffects.InsertIdEffect.RETURNED) {
            lines.append("\n").append(INDENT).append("may change LAST_INSERT_ID()");
        }
        if (effects.readsPrevious()) {
            lines.append("\n").append(INDENT).append(PREVIOUS);
        }
        if (effects.callsStored()) {
            lines.append("\n").append(INDENT).append("calls a stored routine");
        }
        if (!effects.retainedState().isEmpty()) {
            lines.append("\n").append(INDENT).append("leaves ");
            lines.append(effects.retainedState().stream()
                    .sorted()
                    .map(SessionEffects.RetainedState::words)
                    .collect(Collectors.joining(", ")));
        }
        if (!effects.things().ended().isEmpty()) {
            lines.append("\n").append(INDENT).append("ends ");
            lines.append(effects.things().ended().stream()
                    .map(thing -> thing.what().words() + (thing.name().equals("*") ? "" : " " + thing.name()))
                    .collect(Collectors.joining(", ")));
        }
        return lines.toString();
    }

    private static String answer(LocalAnswer answer) {
        return switch (answer) {
            case LocalAnswer.Done(int warnings, var leaves) -> INDENT + "done, " + warnings + " warnings";
            case LocalAnswer.Rows(List<LocalAnswer.Column> columns, List<List<@Nullable String>> rows) -> {
                StringBuilder lines = new StringBuilder(INDENT);
                lines.append(columns.stream().map(LocalAnswer.Column::name).collect(Collectors.joining(" | ")));
                for (List<@Nullable String> row : rows) {
                    lines.append("\n").append(INDENT);
                    lines.append(row.stream()
                            .map(String::valueOf)
                            .collect(Collectors.joining(" | "))
                            .stripTrailing());
                }
                yield lines.toString();
            }
        };
    }
}
