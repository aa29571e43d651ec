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

/** A template whose statements need a right: it checks the right at bind, and then binds the inner template. */
public sealed interface Guard extends PlanTemplate {
    /** The template for users with the right. */
    PlanTemplate inner();

    /** The refusal for a user who lacks the right; null for one who has it. */
    RoutePlan.@Nullable Refused refusal(Request request);

    @Override
    default RoutePlan bind(Request request) {
        RoutePlan.Refused refused = refusal(request);
        return refused == null ? inner().bind(request) : refused;
    }

    /**
     * Every name that is or may be a database's, in the order of the text: whatever else the statement is refused for
     * would tell who hasn't the right that there is such a keyspace.
     */
    record NamesDatabases(List<UnshardedRoute.Named> databases, PlanTemplate inner) implements Guard {
        public NamesDatabases {
            databases = List.copyOf(databases);
        }

        @Override
        public RoutePlan.@Nullable Refused refusal(Request request) {
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
    }

    /** The statement needs a server privilege that the data account may have and the user doesn't. */
    record Privileged(Privilege privilege, PlanTemplate inner) implements Guard {
        @Override
        public RoutePlan.@Nullable Refused refusal(Request request) {
            return request.session().admin() ? null : privilege.refusal();
        }
    }

    /** Changes the system's own database. */
    record SystemChange(String database, PlanTemplate inner) implements Guard {
        @Override
        public RoutePlan.@Nullable Refused refusal(Request request) {
            return request.session().admin() ? null : Refusals.accessDenied(request.session(), database);
        }
    }

    /** Reads tables of {@code information_schema} about databases that the user may not see. */
    record TellsOfDatabases(List<String> tables, PlanTemplate inner) implements Guard {
        public TellsOfDatabases {
            tables = List.copyOf(tables);
        }

        @Override
        public RoutePlan.@Nullable Refused refusal(Request request) {
            return request.session().seesAll() ? null : Refusals.informationDenied(request.session(), tables);
        }
    }

    /**
     * A body, in which a scan of tokens doesn't find all names: on a shard, only users with the right to all names run
     * it.
     */
    record Body(PlanTemplate inner) implements Guard {
        @Override
        public RoutePlan.@Nullable Refused refusal(Request request) {
            return request.session().seesAll() || !isOfShard(request)
                    ? null
                    : Refusals.unsupported(
                            "a compound statement and the body of a routine, a trigger or an event run in a"
                                    + " shard only for users with the right to all keyspaces, since Pinion can't find every"
                                    + " name in them");
        }

        private static boolean isOfShard(Request request) {
            boolean current =
                    switch (request.current()) {
                        case CurrentDatabase.Logical logical -> true;
                        case CurrentDatabase.OneShard oneShard -> true;
                        case CurrentDatabase.Physical physical -> true;
                        case CurrentDatabase.Whole whole -> false;
                        case CurrentDatabase.None none -> false;
                        case CurrentDatabase.Gone gone -> false;
                    };
            return current || request.statement().hint().isPresent() || namesShard(request.statement());
        }

        private static boolean namesShard(Statement statement) {
            for (int anchor = 0; anchor < statement.anchorCount(); anchor++) {
                if (statement.anchorKind(anchor) == AnchorKind.SHARD_DATABASE) {
                    return true;
                }
            }
            return false;
        }
    }

    /** Runs text in a routine's body, which Pinion can't see. */
    record RunsUnseenText(PlanTemplate inner) implements Guard {
        @Override
        public RoutePlan.@Nullable Refused refusal(Request request) {
            return request.session().seesAll()
                    ? null
                    : Refusals.unsupported("PREPARE and EXECUTE IMMEDIATE in the body of a routine are only for users"
                            + " with the right to all keyspaces, since Pinion can't see which ones they name");
        }
    }

    /** Users without the admin right are refused a body, since it would touch what others have on the server. */
    record ForAdmins(RoutePlan.Refused refused, PlanTemplate inner) implements Guard {
        @Override
        public RoutePlan.@Nullable Refused refusal(Request request) {
            return request.session().admin() ? null : refused;
        }
    }
}
