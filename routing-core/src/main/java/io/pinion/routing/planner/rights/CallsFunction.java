package io.pinion.routing.planner.rights;

import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.template.Access;
import io.pinion.routing.template.CurrentDatabase;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;

/**
 * Calls a function that no database qualifies: the session's database's, on a shard the shard's. This wrapper requires
 * that database; without it, the server would take the function of the database that the connection was left in.
 */
public record CallsFunction(String function, PlanTemplate inner) implements PlanTemplate {
    @Override
    public RoutePlan bind(Request request) {
        return switch (inner.bind(request)) {
            case RoutePlan.SingleShard single
            when !(single.context() instanceof RoutePlan.DatabaseContext.Required) -> onServer(request, single);
            case RoutePlan.Refused refused
            when refused.isUnsupported()
                    && !FunctionCalls.isConstruct(function)
                    && request.current() instanceof CurrentDatabase.Logical(Keyspace.Sharded keyspace) ->
                Refusals.unknownFunction(keyspace, function, refused.reason());
            case RoutePlan.AnyServer any
            when !(any.context() instanceof RoutePlan.DatabaseContext.Required) -> onServer(request, any);
            case RoutePlan plan -> plan;
        };
    }

    private RoutePlan onServer(Request request, RoutePlan.SingleShard single) {
        return switch (request.current()) {
            case CurrentDatabase.OfServer server -> inCurrent(request, single, server.pair(), server.database());
            case CurrentDatabase.OfShards shards -> inShard(single, shards.keyspace());
            case CurrentDatabase.None none -> unknown("");
            case CurrentDatabase.Gone(String database) -> Refusals.unknownDatabase(database);
        };
    }

    private RoutePlan inShard(RoutePlan.SingleShard single, Keyspace.Sharded keyspace) {
        String database = single.target().database();
        return keyspace.databases().shardIn(database) >= 0
                ? single.with(new RoutePlan.DatabaseContext.Required(database))
                : unknown(keyspace.name() + ".");
    }

    private RoutePlan inCurrent(Request request, RoutePlan.SingleShard single, String pair, String database) {
        boolean denied = Access.check(request.session(), request.catalog().meaningOf(database), database) != null;
        return denied || !pair.equals(single.pair())
                ? unknown(database + ".")
                : single.with(new RoutePlan.DatabaseContext.Required(database));
    }

    /** A session without a database, or in a sharded keyspace, has no database to require. */
    private RoutePlan onServer(Request request, RoutePlan.AnyServer any) {
        return switch (request.current()) {
            case CurrentDatabase.OneShard oneShard ->
                any.with(new RoutePlan.DatabaseContext.Required(
                        oneShard.keyspace().databases().databaseOf(new ShardId(oneShard.shard()))));
            case CurrentDatabase.Logical(Keyspace.Sharded keyspace) -> unknown(keyspace.name() + ".");
            case CurrentDatabase.Gone(String database) -> Refusals.unknownDatabase(database);
            case CurrentDatabase.None none -> unknown("");
            case CurrentDatabase.OfServer server -> any;
        };
    }

    private RoutePlan unknown(String prefix) {
        return Refusals.unknownFunction(prefix + function);
    }
}
