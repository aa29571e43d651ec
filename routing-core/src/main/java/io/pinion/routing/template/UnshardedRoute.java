package io.pinion.routing.template;

import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
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

    /** The place of one database; or the refusal. */
    private sealed interface Place {
        record At(String pair, String database) implements Place {}

        record Nowhere(RoutePlan.Refused refused) implements Place {}
    }

    @Override
    public RoutePlan bind(Request request) {
        String pair = null;
        String database = null;
        if (current) {
            switch (placeOfCurrent(request)) {
                case Place.At at -> {
                    pair = at.pair();
                    database = at.database();
                }
                case Place.Nowhere(RoutePlan.Refused refused) -> {
                    return refused;
                }
            }
        }
        for (int i = 0; i < databases.size(); i++) {
            String name = databases.get(i).in(request.statement());
            switch (placeOf(name, request)) {
                case Place.At at -> {
                    if (pair != null && !pair.equals(at.pair())) {
                        return Refusals.unsupported(database + " is on pair " + pair + " and " + at.database()
                                + " on pair " + at.pair() + ": one statement can't reach both; send one per database");
                    }
                    pair = at.pair();
                    database = database == null ? at.database() : database;
                }
                case Place.Nowhere(RoutePlan.Refused refused) -> {
                    return refused;
                }
            }
        }
        if (pair == null || database == null) {
            throw new IllegalStateException("a statement that names no database has no unsharded route");
        }
        return new RoutePlan.SingleShard(
                new Target(pair, database),
                text(request),
                current || needsDatabase ? new DatabaseContext.Required(database) : context(request.current()),
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

    private static Place placeOfCurrent(Request request) {
        return switch (request.current()) {
            case CurrentDatabase.OfServer server -> placeOf(server.database(), request);
            case CurrentDatabase.Gone(String database) -> new Place.Nowhere(Refusals.unknownDatabase(database));
            case CurrentDatabase.None none -> new Place.Nowhere(Refusals.noDatabase());
            case CurrentDatabase.OfShards logical ->
                throw new IllegalStateException("names of " + logical.keyspace().name() + " are logical");
        };
    }

    private static Place placeOf(String database, Request request) {
        DatabaseMeaning meaning = request.catalog().meaningOf(database);
        RoutePlan.@Nullable Refused denied = Access.check(request.session(), meaning, database);
        if (denied != null) {
            return new Place.Nowhere(denied);
        }
        return switch (meaning) {
            case DatabaseMeaning.Physical physical -> new Place.At(physical.pair(), database);
            case DatabaseMeaning.AtHome(String pair) -> new Place.At(pair, database);
            case DatabaseMeaning.Logical(Keyspace.Single single) -> new Place.At(single.pair(), database);
            case DatabaseMeaning.Logical logical ->
                throw new IllegalStateException(database + " is sharded, its names are logical");
            case DatabaseMeaning.NotOpen notOpen ->
                new Place.Nowhere(Refusals.notOpen(
                        notOpen.keyspace().name(), notOpen.shard().number()));
            case DatabaseMeaning.Unknown unknown -> new Place.Nowhere(Refusals.unknownDatabase(database));
        };
    }
}
