package io.pinion.routing.planner.show;

import io.pinion.routing.analysis.StatementAnalyzer;
import io.pinion.routing.definition.SchemaChange;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.FanOut;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.RoutePlan.ShardStatement;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Tokens;
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
            case FanOut fanOut -> ofFirst(prefix(verb), fanOut);
            case RoutePlan.Gather gather -> elsewhere("the rows of its tables are gathered on one server first");
            case RoutePlan.ReadThenWrite steps -> elsewhere("its rows are found first, and then written");
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

    /** One shard's plan stands for those of the others, whose tables are the same. */
    private static RoutePlan ofFirst(byte[] prefix, FanOut fanOut) {
        ShardStatement first = fanOut.statements().getFirst();
        byte[] sql = first.text().sql();
        byte[] whole = Arrays.copyOf(prefix, prefix.length + sql.length);
        System.arraycopy(sql, 0, whole, prefix.length, sql.length);
        int others = fanOut.targets().size() - 1;
        String note =
                first.target() + " explains it for " + others + " more: a hint (/* pinion: shard=… */) asks another";
        return new FanOut(
                fanOut.keyspace(),
                List.of(first.target()),
                List.of(new ShardStatement(
                        first.target(), new StatementText.Edited(whole), new RoutePlan.InsertedId.AsReported())),
                Merging.Rows.AS_THEY_COME,
                false,
                false,
                fanOut.effects(),
                List.of(new Condition(Condition.NOTE, EXPLAINED, "01000", note)));
    }

    private static Refused elsewhere(String reason) {
        return Refusals.unsupported("no server runs this statement as it is, since " + reason
                + ": EXPLAIN ROUTE shows the steps, each of which can be explained by itself");
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
