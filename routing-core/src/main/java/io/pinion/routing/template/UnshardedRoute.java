package io.pinion.routing.template;

import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.plan.Target;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.text.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Every name is physical: databases that are not sharded, or shards by the names of their databases. The bytes pass
 * unchanged, except for the functions of the session.
 *
 * @param databases those that the text names, each once or more
 * @param current whether the session's current database counts as named, since a name is (or may be) unqualified
 * @param needsDatabase whether the server refuses the text on a connection without any current database, although all
 *     names are qualified: {@code DELETE p FROM db03429.pins p}
 * @param edits for session functions
 */
public record UnshardedRoute(
        List<Named> databases, boolean current, boolean needsDatabase, List<Edit> edits, SessionEffects effects)
        implements PlanTemplate {

    /** A database as the text names it. */
    public sealed interface Named {
        record ByName(String database) implements Named {}

        /** A shard's database; the shard isn't part of the shape. */
        record ByAnchor(int anchor) implements Named {}

        /** The name of the database in this statement. */
        default String in(Statement statement) {
            return switch (this) {
                case ByName(String name) -> name;
                case ByAnchor(int anchor) -> shardDatabase(anchor, statement);
            };
        }
    }

    public UnshardedRoute {
        databases = List.copyOf(databases);
        edits = List.copyOf(edits);
    }

    @Override
    public RoutePlan bind(Request request) {
        Target target = null;
        for (int i = current ? -1 : 0; i < databases.size(); i++) {
            String database = i < 0 ? inCurrent(request) : databases.get(i).in(request.statement());
            if (database == null) {
                return noneCurrent(request.current());
            }
            DatabaseMeaning meaning = request.catalog().meaningOf(database);
            RoutePlan.Refused denied = Access.check(request.session(), meaning, database);
            String pair = meaning.pair();
            if (denied != null || pair == null) {
                return denied == null ? nowhere(meaning, database) : denied;
            }
            if (target != null && !target.pair().equals(pair)) {
                return Refusals.unsupported(target.database() + " is on pair " + target.pair() + " and " + database
                        + " on pair " + pair + ": one statement can't reach both; send one per database");
            }
            target = target == null ? new Target(pair, database) : target;
        }
        if (target == null) {
            throw new IllegalStateException("a statement that names no database has no unsharded route");
        }
        return new RoutePlan.SingleShard(
                target,
                text(request),
                current || needsDatabase ? new DatabaseContext.Required(target.database()) : context(request.current()),
                new RoutePlan.InsertedId.AsReported(),
                effects);
    }

    /** All names are qualified, as far as tokens tell. */
    private static DatabaseContext context(CurrentDatabase current) {
        return current instanceof CurrentDatabase.OfServer
                ? new DatabaseContext.Irrelevant()
                : new DatabaseContext.None();
    }

    private StatementText text(Request request) {
        return edits.isEmpty()
                ? new StatementText.Original()
                : StatementText.edited(request.statement(), edits, new SessionValues(request));
    }

    /** The name at an anchor, which must be that of a shard's database. */
    public static String shardDatabase(int anchor, Statement statement) {
        int from = statement.anchorStart(anchor);
        int to = statement.anchorEnd(anchor);
        boolean quoted = statement.sql()[from] == '`' || statement.sql()[from] == '"';
        return quoted ? statement.text(from + 1, to - 1) : statement.text(from, to);
    }

    private static @Nullable String inCurrent(Request request) {
        return request.current() instanceof CurrentDatabase.OfServer server ? server.database() : null;
    }

    private static RoutePlan.Refused noneCurrent(CurrentDatabase current) {
        return switch (current) {
            case CurrentDatabase.Gone(String database) -> Refusals.unknownDatabase(database);
            case CurrentDatabase.None none -> Refusals.noDatabase();
            case CurrentDatabase other -> throw new IllegalStateException("names in " + other + " are logical");
        };
    }

    private static RoutePlan.Refused nowhere(DatabaseMeaning meaning, String database) {
        return switch (meaning) {
            case DatabaseMeaning.NotOpen(Keyspace.Sharded keyspace, ShardId shard) ->
                Refusals.notOpen(keyspace.name(), shard.number());
            case DatabaseMeaning.Unknown unknown -> Refusals.unknownDatabase(database);
            case DatabaseMeaning other ->
                throw new IllegalStateException(database + " is sharded, its names are logical");
        };
    }
}
