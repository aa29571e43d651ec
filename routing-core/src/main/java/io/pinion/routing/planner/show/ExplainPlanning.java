package io.pinion.routing.planner.show;

import io.pinion.routing.analysis.StatementAnalyzer;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.plan.PlanText;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.FanOut;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.RoutePlan.ShardStatement;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Tokens;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** {@code EXPLAIN} and {@code EXPLAIN ANALYZE} of statements over several shards. */
public record ExplainPlanning(Request request, Tokens tokens) {
    /** The code of the notes that servers give about a statement that they explain. */
    private static final int EXPLAINED = 1003;

    private static final Set<String> CHANGING_TABLES = Set.of("ALTER", "CREATE", "DROP", "RENAME", "TRUNCATE");

    /** Null for an explanation of a statement on one shard, which its server gives. */
    public static @Nullable RoutePlan plan(Request request) {
        ExplainPlanning explain = new ExplainPlanning(request, Tokens.of(request.statement()));
        if (isOfConnection(explain.tokens)) {
            return ofConnection();
        }
        if (explain.tokens.isWord(1, "ANALYZE") && explain.tokens.isWord(2, "ROUTE") && explain.tokens.count() > 3) {
            return Refusals.unsupported("a route isn't measured: EXPLAIN ROUTE shows the plan, and EXPLAIN ANALYZE, or"
                    + " MariaDB's ANALYZE, what a server does");
        }
        if (request.statement().hint().isPresent()) {
            // It selects one shard.
            return explain.refusedThere();
        }
        return request.described() ? null : explain.explained();
    }

    /** {@code EXPLAIN FOR CONNECTION 5}, {@code SHOW EXPLAIN FOR 5}, {@code SHOW ANALYZE FORMAT=JSON FOR 5}. */
    static boolean isOfConnection(Tokens tokens) {
        boolean shown = tokens.isWord(0, "SHOW") && tokens.isOneOf(1, "EXPLAIN", "ANALYZE");
        return tokens.has(
                1, 8, token -> tokens.isWord(token, "FOR") && (shown || tokens.isWord(token + 1, "CONNECTION")));
    }

    /** The same in a body, where {@code connection} may be the name of a condition, or of a loop's variable before IN. */
    public static boolean bodyExplainsConnection(Tokens body) {
        return body.has(token -> body.isWord(token, "FOR")
                && body.isWord(token + 1, "CONNECTION")
                && !body.isWord(token - 1, "HANDLER")
                && !body.isWord(token + 2, "IN"));
    }

    /** A server would take the number for one of its own connections, which may be any user's. */
    public static Refused ofConnection() {
        return Refusals.unsupported(
                "the statement of another connection can't be explained through Pinion, whose sessions run on changing"
                        + " connections of several servers: take its text from SHOW FULL PROCESSLIST and EXPLAIN that");
    }

    /** The refusal of a statement that would run on the shard of its hint; null for any other. */
    private @Nullable RoutePlan refusedThere() {
        int verb = StatementAnalyzer.explained(tokens);
        if (verb == tokens.count() || !isBefore(verb, "ANALYZE") || tokens.isSymbol(verb - 1, "(")) {
            return null;
        }
        byte[] sql = request.statement().sql().clone();
        for (int token = 0; token < verb; token++) {
            Arrays.fill(sql, tokens.start(token), tokens.end(token), (byte) ' ');
        }
        return request.replan(sql) instanceof Refused refused ? refused : null;
    }

    private @Nullable RoutePlan explained() {
        if (tokens.isOneOf(1, CHANGING_TABLES)) {
            return ofChange();
        }
        int verb = StatementAnalyzer.explained(tokens);
        if (verb == tokens.count()
                || isBefore(verb, "INTO")
                || isBefore(verb, "FOR")
                || tokens.isSymbol(verb - 1, "(")
                || request.statement().parametersBefore(tokens.start(verb)) > 0) {
            return null;
        }
        boolean runs = isBefore(verb, "ANALYZE");
        return switch (inner(verb)) {
            case FanOut fanOut
            when runs && !(fanOut.merging() instanceof Merging.Rows) ->
                Refusals.unsupported("it would run, and change rows of several shards: EXPLAIN it without ANALYZE");
            case FanOut fanOut -> ofSteps(prefix(verb), fanOut.keyspace(), fanOut, List.of());
            case RoutePlan.Gather gather
            when runs -> elsewhere("the rows of its tables are gathered on one server first");
            case RoutePlan.ReadThenWrite steps when runs -> elsewhere("its rows are found first, and then written");
            case RoutePlan.Gather gather -> ofSteps(prefix(verb), gather.keyspace(), gather, List.of());
            case RoutePlan.ReadThenWrite steps ->
                ofSteps(
                        prefix(verb),
                        steps.keyspace(),
                        steps.query(),
                        PlanText.writing(steps.write()).stream()
                                .map(text -> note("then: " + text))
                                .toList());
            case RoutePlan.Numbered numbered -> elsewhere("its rows get numbers of a sequence first");
            case Refused refused -> refused;
            default -> null;
        };
    }

    /** Servers explain no change of tables: this is the explanation of what Pinion adds to it. */
    private @Nullable RoutePlan ofChange() {
        return switch (inner(1)) {
            case RoutePlan.ChangeSchema(SchemaChange change, var done) ->
                new RoutePlan.ChangeSchema(change, RoutePlan.ChangeSchema.Wanted.EXPLAINED);
            case Refused refused -> refused;
            default -> null;
        };
    }

    private boolean isBefore(int verb, String word) {
        return tokens.has(0, verb, token -> tokens.isWord(token, word));
    }

    /** One shard's explanation of each statement that reads, and in notes the steps for the rows. */
    private RoutePlan ofSteps(byte[] prefix, String keyspace, RoutePlan query, List<Condition> notes) {
        List<Target> targets = new ArrayList<>();
        List<ShardStatement> statements = new ArrayList<>();
        List<Condition> all = new ArrayList<>();
        for (RoutePlan read : reads(query)) {
            switch (read) {
                case FanOut fanOut -> {
                    // One shard's plan stands for those of the others, whose tables are the same.
                    statements.add(explained(prefix, fanOut.statements().getFirst()));
                    int others = fanOut.targets().size() - 1;
                    if (others > 0) {
                        all.add(note(fanOut.targets().getFirst() + " explains it for " + others
                                + " more: a hint (/* pinion: shard=… */) asks another"));
                    }
                }
                case RoutePlan.SingleShard single
                when single.text() instanceof StatementText.Edited text ->
                    statements.add(explained(prefix, new ShardStatement(single.target(), text, single.insertedId())));
                case Refused refused -> {
                    return refused;
                }
                default -> {
                    return elsewhere("its rows are read by Pinion");
                }
            }
            targets.add(statements.getLast().target());
        }
        if (query instanceof RoutePlan.Gather gather) {
            all.add(note("then on " + gather.at() + ": " + gather.text()));
        }
        all.addAll(notes);
        return new FanOut(
                keyspace,
                targets,
                statements,
                Merging.Rows.AS_THEY_COME,
                false,
                false,
                query instanceof FanOut fanOut ? fanOut.effects() : SessionEffects.PLAIN,
                all);
    }

    private static ShardStatement explained(byte[] prefix, ShardStatement statement) {
        byte[] sql = statement.text().sql();
        byte[] whole = Arrays.copyOf(prefix, prefix.length + sql.length);
        System.arraycopy(sql, 0, whole, prefix.length, sql.length);
        return new ShardStatement(
                statement.target(), new StatementText.Edited(whole), new RoutePlan.InsertedId.AsReported());
    }

    /** A fetch by values that are found first is explained with two sample values. */
    private List<RoutePlan> reads(RoutePlan query) {
        if (!(query instanceof RoutePlan.Gather gather)) {
            return List.of(query);
        }
        ShardId first = request.catalog().keyspace(gather.keyspace()) instanceof Keyspace.Sharded keyspace
                ? keyspace.ranges().firstShard()
                : null;
        String values = first == null ? "" : GlobalId.compose(first, 1, 1) + ", " + GlobalId.compose(first, 1, 2);
        return gather.fetches().stream()
                .map(fetch -> request.replan(fetch.whole(fetch.bound().isPresent() ? values : "")))
                .toList();
    }

    private static Condition note(String message) {
        return new Condition(Condition.NOTE, EXPLAINED, "01000", message);
    }

    private static Refused elsewhere(String reason) {
        return Refusals.unsupported(
                "no server runs this statement as it is, since " + reason + ": EXPLAIN ROUTE shows the steps");
    }

    private RoutePlan inner(int token) {
        return request.replan(Arrays.copyOfRange(
                request.statement().sql(),
                tokens.start(token),
                request.statement().end()));
    }

    private byte[] prefix(int verb) {
        return Arrays.copyOfRange(request.statement().sql(), request.statement().start(), tokens.start(verb));
    }
}
