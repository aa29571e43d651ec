package io.pinion.routing.plan;

import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.rewrite.Argument;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A plan in words, for EXPLAIN ROUTE and for the cases that specify routing. */
public final class PlanText {
    /** The beginning of a further line, indented. */
    private static final String NEXT = "\n  ";

    private static final String PREVIOUS = "reads what the statement before left";

    /** The most shards that are listed. */
    private static final int SHARDS_LISTED = 6;

    private static final int SHARDS_SHOWN = 2;

    private PlanText() {}

    /** Lines of text without a line feed at the end. The client's text is marked as such where it is sent unchanged. */
    public static String of(RoutePlan plan) {
        return switch (plan) {
            case RoutePlan.SingleShard single ->
                "single shard " + single.target() + NEXT + text(single.text())
                        + lines(single.context(), single.insertedId(), single.effects())
                        + each("warning: ", single.warnings().stream().map(PreviousDiagnostics.Condition::message));
            case RoutePlan.AnyServer any ->
                (any.effects().hasToDoWithLocks()
                                ? "the server of all user-level locks, of "
                                : "any server, such as of ")
                        + any.pair()
                        + NEXT
                        + text(any.text())
                        + lines(any.context(), new InsertedId.AsReported(), any.effects())
                        + each("warning: ", any.warnings().stream().map(PreviousDiagnostics.Condition::message));
            case RoutePlan.FanOut fanOut -> fanOut(fanOut);
            case RoutePlan.Gather gather -> gather(gather);
            case RoutePlan.ReadThenWrite steps -> steps(steps);
            case RoutePlan.LoadRows rows -> load(rows);
            case RoutePlan.Numbered numbered -> numbered(numbered);
            case RoutePlan.ChangeSession(
                    SessionChange.Assign(List<SessionChange.Assignment> assignments, boolean previous),
                    StatementText text) -> "session: " + assignments + (previous ? NEXT + PREVIOUS : "");
            case RoutePlan.ChangeSession(SessionChange change, StatementText text) -> "session: " + change;
            case RoutePlan.Local(LocalAnswer answer) -> "local answer" + NEXT + answer(answer);
            case RoutePlan.Admin(String admin) -> "admin: " + admin;
            case RoutePlan.Split(List<byte[]> statements) ->
                "split: each is planned when its turn comes"
                        + each("", statements.stream().map(sql -> utf8(sql).strip()));
            case RoutePlan.ChangeSchema(SchemaChange change, var wanted) ->
                (wanted == RoutePlan.ChangeSchema.Wanted.EXPLAINED ? "explain on " : "") + change(change);
            case RoutePlan.Named(TextPreparedStatement action) -> named(action);
            case RoutePlan.Refused(int code, String state, String reason) ->
                "refused " + code + " (" + state + "): " + reason;
        };
    }

    /** A line for each. */
    private static String each(String before, Stream<String> lines) {
        return lines.map(line -> NEXT + before + line).collect(Collectors.joining());
    }

    private static String utf8(byte[] text) {
        return new String(text, StandardCharsets.UTF_8);
    }

    private static String gather(RoutePlan.Gather plan) {
        StringBuilder lines = new StringBuilder("gather on " + plan.at() + ": " + plan.reason());
        for (int i = 0; i < plan.fetches().size(); i++) {
            List<String> copies = plan.fetches().get(i).copies();
            lines.append(NEXT + "fetch " + (i + 1) + ": " + fetch(plan, i))
                    .append(copies.isEmpty() ? "" : "; copied to " + String.join(", ", copies));
        }
        return lines + NEXT + "then: " + plan.text() + policy(plan.policy()) + warnings(plan.warnings());
    }

    private static String fetch(RoutePlan.Gather plan, int number) {
        RoutePlan.Fetch fetch = plan.fetches().get(number);
        if (number == 0 && plan.ahead().isPresent()) {
            RoutePlan.RowsAhead ahead = plan.ahead().get();
            return utf8(ahead.sql()) + "; all of them, if these make fewer than " + ahead.wanted() + " rows";
        }
        return utf8(fetch.whole(fetch.bound()
                .map(bound -> "values of column " + (bound.column() + 1) + " of fetch " + (bound.fetch() + 1))
                .orElse("")));
    }

    private static String policy(ScatterPolicy policy) {
        return policy.isFree() ? "" : "\nscatter policy: " + policy.words();
    }

    private static String warnings(List<PreviousDiagnostics.Condition> warnings) {
        return each(
                "",
                warnings.stream()
                        .map(warning -> (warning.level().equals(PreviousDiagnostics.Condition.NOTE) ? "" : "warning: ")
                                + warning.message()));
    }

    private static String numbered(RoutePlan.Numbered plan) {
        StringBuilder lines = new StringBuilder("numbers of " + plan.sequence());
        lines.append(plan.count() == 0 ? ": none" : ": " + plan.count());
        lines.append(plan.largest() > 0 ? ", later ones above " + plan.largest() : "");
        lines.append(NEXT + "then: ");
        for (int i = 0; i < plan.pieces().size(); i++) {
            lines.append(i == 0 ? "" : "#" + i).append(utf8(plan.pieces().get(i)));
        }
        return lines
                + switch (plan.told()) {
                    case ALWAYS -> NEXT + "insert id: #1";
                    case WHEN_ALL_ARE_NEW -> NEXT + "insert id: #1, if no row was ignored";
                    case UNLESS_REPORTED -> NEXT + "insert id: #1, or that of the row that was there";
                    case NEVER -> "";
                };
    }

    private static String steps(RoutePlan.ReadThenWrite plan) {
        String begin =
                switch (plan.write()) {
                    case RoutePlan.ChangeByKey change ->
                        "find rows over the shards of " + plan.keyspace() + ", then change them by their keys"
                                + query("find: ", plan);
                    case RoutePlan.InsertRows insert ->
                        "read rows, then insert each where it belongs" + query("read: ", plan);
                    case RoutePlan.MoveRows move -> {
                        RoutePlan.ShardStatement joins =
                                move.joining().statements().getFirst();
                        yield "move rows to the shard of their new key, whose pair joins the transaction first" + NEXT
                                + "join " + joins.target() + ": " + joins.text() + query("find: ", plan);
                    }
                };
        return begin + each("then: ", writing(plan.write()).stream()) + warnings(plan.warnings());
    }

    /** The steps for the rows that a query found, in order. */
    private static List<String> writing(RoutePlan.Writing write) {
        return switch (write) {
            case RoutePlan.ChangeByKey change ->
                change.tables().stream().map(PlanText::byKey).toList();
            case RoutePlan.InsertRows insert -> List.of(utf8(insert.before()) + "(…), …" + utf8(insert.after()));
            case RoutePlan.MoveRows move -> List.of(byKey(move.deleted()), utf8(move.into()) + cut(move.row()) + ", …");
        };
    }

    private static String byKey(ReadThenWriteChange change) {
        return cut(change.texts())
                + change.keys().stream().map(RowKey::name).collect(Collectors.joining(", ", "(", ") IN (…)"))
                + utf8(change.after());
    }

    private static String cut(List<byte[]> texts) {
        return texts.stream().map(PlanText::utf8).collect(Collectors.joining("…"));
    }

    private static String query(String verb, RoutePlan.ReadThenWrite plan) {
        return NEXT + verb + utf8(plan.sql()) + each("  ", of(plan.query()).lines());
    }

    private static String load(RoutePlan.LoadRows plan) {
        RoutePlan.ShardStatement example = plan.load().example();
        return "load rows of a file into the shards of " + plan.keyspace() + ": "
                + plan.load().words() + NEXT + example.target() + ": " + example.text();
    }

    private static String fanOut(RoutePlan.FanOut plan) {
        List<String> pairs =
                plan.targets().stream().map(Target::pair).distinct().toList();
        int all = plan.statements().size();
        int shown = all > SHARDS_LISTED ? SHARDS_SHOWN : all;
        String merging =
                switch (plan.merging()) {
                    case RoutePlan.Merging.Rows(var merge, int columns) -> merge.text();
                    case RoutePlan.Merging.Counts counts -> "add counts";
                    case RoutePlan.Merging.Copies copies -> "the first's, if all are equal";
                    case RoutePlan.Merging.InsertedRows(int insertId, FoundDuplicates duplicates) ->
                        "add counts" + insertIdOf(plan, insertId);
                    case RoutePlan.Merging.Returned(var statements, int insertId) ->
                        (statements.isEmpty() ? "returned rows in any order" : "returned rows in that of VALUES")
                                + (insertId < 0 ? "" : insertIdOf(plan, insertId));
                };
        return (plan.scatter() ? "scatter over " : "fan-out over ")
                + all + " shards on " + String.join(", ", pairs)
                + each(
                        "",
                        plan.statements().stream()
                                .limit(shown)
                                .map(statement -> statement.target() + ": " + statement.text()))
                + (all > shown ? NEXT + "and " + (all - shown) + " more" : "")
                + "\nmerge: " + merging + policy(plan.policy()) + warnings(plan.warnings());
    }

    private static String insertIdOf(RoutePlan.FanOut plan, int statement) {
        RoutePlan.ShardStatement of = plan.statements().get(statement);
        return of.insertedId() instanceof InsertedId.Composed ? ", insert id of " + of.target() : "";
    }

    private static String change(SchemaChange change) {
        return change.only().map(shard -> "shard " + shard.number() + " of ").orElse("every open shard of ")
                + change.keyspace()
                + NEXT
                + String.join(change.databases().toString(), change.text().pieces())
                + each("then: ", change.declarations().stream().map(next -> next.words()))
                + each("warning: ", change.warnings().stream());
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
            case TextPreparedStatement.Source.Written(byte[] sql) -> utf8(sql);
            case TextPreparedStatement.Source.Variable(String name) -> "@" + name;
        };
    }

    private static String text(StatementText text) {
        return switch (text) {
            case StatementText.Original original -> "unchanged";
            case StatementText.Edited(byte[] edited) -> utf8(edited);
            case StatementText.Parameterized(byte[] edited, List<Argument> arguments) ->
                utf8(edited) + NEXT + "arguments "
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
        if (context instanceof DatabaseContext.Required(String database)) {
            lines.append(NEXT + "in database " + database);
        }
        if (insertedId instanceof InsertedId.Composed(long base, boolean generated)) {
            lines.append(NEXT + "insert id: " + base + (generated ? " | local id" : " | local id, as given"));
        }
        if (effects.insertId() == SessionEffects.InsertIdEffect.UNSEEN
                || effects.insertId() == SessionEffects.InsertIdEffect.RETURNED) {
            lines.append(NEXT + "may change LAST_INSERT_ID()");
        }
        if (effects.readsPrevious()) {
            lines.append(NEXT + PREVIOUS);
        }
        if (effects.callsStored()) {
            lines.append(NEXT + "calls a stored routine");
        }
        if (!effects.retainedState().isEmpty()) {
            lines.append(effects.retainedState().stream()
                    .sorted()
                    .map(SessionEffects.RetainedState::words)
                    .collect(Collectors.joining(", ", NEXT + "leaves ", "")));
        }
        if (!effects.things().ended().isEmpty()) {
            lines.append(effects.things().ended().stream()
                    .map(thing -> thing.what().words() + (thing.name().equals("*") ? "" : " " + thing.name()))
                    .collect(Collectors.joining(", ", NEXT + "ends ", "")));
        }
        return lines.toString();
    }

    private static String answer(LocalAnswer answer) {
        return switch (answer) {
            case LocalAnswer.Done(int warnings, var leaves) -> "done, " + warnings + " warnings";
            case LocalAnswer.Rows(List<LocalAnswer.Column> columns, List<List<@Nullable String>> rows) ->
                columns.stream().map(LocalAnswer.Column::name).collect(Collectors.joining(" | "))
                        + each("", rows.stream().map(PlanText::cells));
        };
    }

    private static String cells(List<@Nullable String> row) {
        return row.stream()
                .map(String::valueOf)
                .collect(Collectors.joining(" | "))
                .stripTrailing();
    }
}
