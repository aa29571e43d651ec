package io.pinion.routing.template;

import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.StatementText;
import io.pinion.routing.rewrite.Edit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * No table is named: any server will do.
 *
 * @param inNoDatabase the connection's current database doesn't matter
 */
public record AnyRoute(List<Edit> edits, SessionEffects effects, boolean inNoDatabase) implements PlanTemplate {
    public AnyRoute {
        edits = List.copyOf(edits);
    }

    public AnyRoute(List<Edit> edits, SessionEffects effects) {
        this(edits, effects, false);
    }

    /** The previous statement's diagnostics can be read in any current database. */
    public static AnyRoute readingPrevious(SessionEffects effects) {
        return new AnyRoute(List.of(), effects, true);
    }

    @Override
    public RoutePlan bind(Request request) {
        String nearest = pair(request);
        String pair = effects.hasToDoWithLocks() ? request.catalog().lockPair() : nearest;
        if (pair == null) {
            return Refusals.noPair();
        }
        StatementText text = edits.isEmpty()
                ? new StatementText.Original()
                : StatementText.edited(request.statement(), edits, new SessionValues(request));
        boolean anyDatabase = inNoDatabase || !pair.equals(nearest);
        return new RoutePlan.AnyServer(
                pair, text, anyDatabase ? new DatabaseContext.Irrelevant() : context(request.current()), effects);
    }

    /** The pair of the session's database, so that a session keeps to one connection where it can. */
    public static @Nullable String pair(Request request) {
        String pair =
                switch (request.current()) {
                    case CurrentDatabase.OfServer server -> server.pair();
                    case CurrentDatabase.OneShard one -> one.keyspace().ranges().pairOf(one.shard());
                    case CurrentDatabase.Logical logical -> {
                        List<ShardRange> ranges = logical.keyspace().ranges().ranges();
                        yield ranges.isEmpty() ? null : ranges.getFirst().pair();
                    }
                    case CurrentDatabase other -> null;
                };
        return pair == null ? request.catalog().anyPair() : pair;
    }

    /** A function may depend on it ({@code SELECT f()}). */
    private static DatabaseContext context(CurrentDatabase current) {
        return current instanceof CurrentDatabase.OfServer server
                ? new DatabaseContext.Required(server.database())
                : new DatabaseContext.None();
    }
}
