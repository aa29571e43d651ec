package io.pinion.routing.advice;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.plan.Target;
import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.planner.RoutePlanner;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Asks the planner about statements under one proposal. Not thread-safe. */
final class ProposalPlanner {
    private static final int TEMPLATES = 20_000;

    private final RoutePlanner planner;
    private final Catalog catalog;
    private final Keyspace.Mod keyspace;
    private final String charset;

    ProposalPlanner(Proposal proposal, Servers servers) {
        this.planner = servers.planner(TEMPLATES);
        this.catalog = proposal.catalog(1);
        this.keyspace = proposal.keyspace();
        this.charset = servers.charset();
    }

    /**
     * What the statements are for.
     *
     * @param dialect the family of the servers
     * @param version as version comments write it
     * @param charset the MySQL name of the clients' character set
     */
    record Servers(SqlDialect dialect, int version, String charset) {
        /** @param templates the most plans that it keeps */
        RoutePlanner planner(int templates) {
            return new RoutePlanner(
                    new PlanCache(templates), new FingerprintKey(1, 2), dialect, version, new SplittableRandom(1));
        }
    }

    PlannedStatement plan(byte[] sql, Optional<String> database) {
        SessionView session = AdviceSession.of(database.orElse(keyspace.name()), charset);
        return read(planner.plan(catalog, session, sql), session, sql);
    }

    private PlannedStatement read(RoutePlan plan, SessionView session, byte[] sql) {
        StatementScope scope = StatementScope.of(plan, this::isShard);
        return switch (plan) {
            case RoutePlan.SingleShard single ->
                new PlannedStatement(scope, "", Set.of(single.target().database()), false, false);
            case RoutePlan.FanOut fanOut -> fanOut(fanOut, scope);
            case RoutePlan.Gather gather -> PlannedStatement.of(scope, gather.reason());
            case RoutePlan.Refused refused -> PlannedStatement.of(scope, refused.reason());
            case RoutePlan.ReadThenWrite steps ->
                PlannedStatement.of(scope, "rows are found first, and then changed or inserted where they belong");
            case RoutePlan.Numbered numbered ->
                read(planner.planNumbered(session, numbered, 1), session, sql).withNumbers();
            case RoutePlan.Split(List<byte[]> statements) ->
                statements.stream()
                        .map(statement -> plan(statement, session.database()))
                        .reduce(ProposalPlanner::worse)
                        .orElse(PlannedStatement.of(StatementScope.NO_SHARD, ""));
            default -> PlannedStatement.of(scope, "");
        };
    }

    private PlannedStatement fanOut(RoutePlan.FanOut plan, StatementScope scope) {
        String reason =
                switch (plan.merging()) {
                    case RoutePlan.Merging.Copies copies -> "every shard has a copy of the rows that it changes";
                    default -> plan.scatter() ? PlannedStatement.NO_KEY : "its keys are on several shards";
                };
        if (plan.targets().size() > PlannedStatement.MANY) {
            return PlannedStatement.of(scope, reason);
        }
        Set<String> databases = plan.targets().stream().map(Target::database).collect(Collectors.toSet());
        return new PlannedStatement(scope, reason, databases, databases.size() > 1, false);
    }

    private static PlannedStatement worse(PlannedStatement one, PlannedStatement other) {
        return one.scope().or(other.scope()) == one.scope() ? one : other;
    }

    private boolean isShard(String database) {
        return keyspace.databases().shardIn(database) >= 0;
    }
}
