package io.pinion.routing.plan;

import io.pinion.routing.analysis.StatementAnalyzer;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.plan.RoutePlan.FanOut;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.RoutePlan.Refused;
import io.pinion.routing.plan.RoutePlan.ShardStatement;
import io.pinion.routing.text.Tokens;
import java.util.AbstractList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** {@code EXPLAIN}, {@code EXPLAIN ANALYZE} and {@code EXPLAIN ANALYZE ROUTE} of statements over several shards. */
final class ExplainPlanning {
    private final Request request;
    private final Tokens tokens;

    private ExplainPlanning(Request request) {
        this.request = request;
        this.tokens = Tokens.of(request.statement());
    }

    /** Null for what explains a statement on one shard, which its server does. */
    static @Nullable RoutePlan plan(Request request) {
        ExplainPlanning explain = new ExplainPlanning(request);
        if (explain.tokens.isWord(1, "ANALYZE") && explain.tokens.isWord(2, "ROUTE") && explain.tokens.count() > 3) {
            return explain.measured();
        }
        // A hint says one shard.
        return request.described() || request.statement().hint().isPresent() ? null : explain.explained();
    }

    private RoutePlan measured() {
        if (!request.session().admin()) {
            return Refusals.adminOnly();
        }
        if (request.described()) {
            return Refusals.unpreparable();
        }
        if (request.statement().parameterCount() > 0) {
            return request.withLiterals();
        }
        return switch (inner(3)) {
            case FanOut fanOut
            when fanOut.merging() instanceof Merging.Rows rows -> fanOut.mergedBy(new Merging.Measured(rows));
            case RoutePlan.SingleShard single
            when single.text() instanceof StatementText.Edited text && tokens.isWord(3, "SELECT") ->
                FanOut.ofOne(
                        single.target().database(),
                        single,
                        text,
                        new Merging.Measured(new Merging.Rows(MergePlan.CONCAT, -1)));
            case Refused refused -> refused;
            default ->
                Refusals.unsupported(
                        "EXPLAIN ANALYZE ROUTE runs a SELECT on logical tables that isn't gathered: EXPLAIN"
                                + " ROUTE shows the plan of this statement");
        };
    }

    private @Nullable RoutePlan explained() {
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
            case FanOut fanOut ->
                new FanOut(
                        fanOut.keyspace(),
                        fanOut.targets(),
                        new Explained(prefix(verb), fanOut.statements()),
                        new Merging.Explanations(),
                        runs && fanOut.scatter(),
                        fanOut.atOneMoment(),
                        fanOut.traits(),
                        fanOut.warnings(),
                        runs ? fanOut.policy() : ScatterPolicy.FREE);
            case RoutePlan.Gather gather -> elsewhere("the rows of its tables are gathered on one server first");
            case RoutePlan.ReadThenWrite steps -> elsewhere("its rows are found first, and then changed by their keys");
            case Refused refused -> refused;
            default -> null;
        };
    }

    private boolean isBefore(int verb, String word) {
        for (int token = 0; token < verb; token++) {
            if (tokens.isWord(token, word)) {
                return true;
            }
        }
        return false;
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

    /** Each shard's text, behind what asks for its explanation. */
    private static final class Explained extends AbstractList<ShardStatement> {
        private final byte[] prefix;
        private final List<ShardStatement> statements;

        Explained(byte[] prefix, List<ShardStatement> statements) {
            this.prefix = prefix;
            this.statements = statements;
        }

        @Override
        public ShardStatement get(int index) {
            ShardStatement explained = statements.get(index);
            byte[] sql = explained.text().sql();
            byte[] whole = Arrays.copyOf(prefix, prefix.length + sql.length);
            System.arraycopy(sql, 0, whole, prefix.length, sql.length);
            return new ShardStatement(
                    explained.target(), new StatementText.Edited(whole), new RoutePlan.InsertedId.AsReported());
        }

        @Override
        public int size() {
            return statements.size();
        }
    }
}
