package io.pinion.routing.planner.rights;

import io.pinion.routing.catalog.Rights;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.template.Access;
import io.pinion.routing.template.CurrentDatabase;
import io.pinion.routing.template.PlanTemplate;
import io.pinion.routing.template.Request;
import io.pinion.routing.template.UnshardedRoute;
import io.pinion.routing.text.AnchorKind;
import io.pinion.routing.text.Statement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Templates whose statements need a right: it is checked at bind, before the inner template is bound. */
public final class Guard {
    private Guard() {}

    private interface Check {
        /** The refusal for a user who lacks the right; null for one who has it. */
        RoutePlan.@Nullable Refused refusal(Request request);
    }

    private static PlanTemplate guarded(PlanTemplate inner, Check check) {
        return request -> {
            RoutePlan.Refused refused = check.refusal(request);
            return refused == null ? inner.bind(request) : refused;
        };
    }

    /**
     * Every name that is or may be a database's, in the order of the text: whatever else the statement is refused for
     * would tell who hasn't the right that there is such a keyspace.
     */
    public static PlanTemplate namesDatabases(List<UnshardedRoute.Named> databases, PlanTemplate inner) {
        return guarded(inner, request -> denied(databases, request));
    }

    private static RoutePlan.@Nullable Refused denied(List<UnshardedRoute.Named> databases, Request request) {
        if (request.session().rights().mayUse(Rights.ALL)) {
            return null;
        }
        for (int i = 0; i < databases.size(); i++) {
            String database = databases.get(i).in(request.statement());
            RoutePlan.Refused denied =
                    Access.check(request.session(), request.catalog().meaningOf(database), database);
            if (denied != null) {
                return denied;
            }
        }
        return null;
    }

    /** Users without the admin right are refused what would touch what others have on the server. */
    public static PlanTemplate forAdmins(RoutePlan.Refused refused, PlanTemplate inner) {
        return guarded(inner, request -> request.session().admin() ? null : refused);
    }

    /** Changes the system's own database. */
    public static PlanTemplate changesSystem(String database, PlanTemplate inner) {
        return guarded(
                inner,
                request -> request.session().admin() ? null : Refusals.accessDenied(request.session(), database));
    }

    /** Reads tables of {@code information_schema} about databases that the user may not see. */
    public static PlanTemplate tellsOfDatabases(List<String> tables, PlanTemplate inner) {
        return guarded(
                inner,
                request -> request.session().seesAll() ? null : Refusals.informationDenied(request.session(), tables));
    }

    /**
     * A body, in which a scan of tokens doesn't find all names: on a shard, only users with the right to all names run
     * it.
     */
    public static PlanTemplate body(PlanTemplate inner) {
        return guarded(
                inner,
                request -> request.session().seesAll() || !isOfShard(request)
                        ? null
                        : Refusals.unsupported(
                                "a compound statement and the body of a routine, a trigger or an event run in a"
                                        + " shard only for users with the right to all keyspaces, since Pinion can't find every"
                                        + " name in them"));
    }

    private static boolean isOfShard(Request request) {
        return request.current() instanceof CurrentDatabase.OfShards
                || request.current() instanceof CurrentDatabase.Physical
                || request.statement().hint().isPresent()
                || namesShard(request.statement());
    }

    /** Whether a shard's database is named. */
    static boolean namesShard(Statement statement) {
        for (int anchor = 0; anchor < statement.anchorCount(); anchor++) {
            if (statement.anchorKind(anchor) == AnchorKind.SHARD_DATABASE) {
                return true;
            }
        }
        return false;
    }

    /** Runs text in a routine's body, which Pinion can't see. */
    public static PlanTemplate runsUnseenText(PlanTemplate inner) {
        return guarded(
                inner,
                request -> request.session().seesAll()
                        ? null
                        : Refusals.unsupported(
                                "PREPARE and EXECUTE IMMEDIATE in the body of a routine are only for users"
                                        + " with the right to all keyspaces, since Pinion can't see which ones they name"));
    }
}
