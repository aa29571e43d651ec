package io.pinion.routing.planner.session;

import io.pinion.routing.plan.Refusals;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.template.Request;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.lexer.Mention;

/**
 * User-level locks exclude in the whole cluster because all of them are on one server. A statement that uses them and
 * runs elsewhere would take a lock that excludes no other session, so it is refused.
 */
public final class UserLocks {
    private UserLocks() {}

    /** @param plan of a statement that uses them */
    public static RoutePlan check(Request request, RoutePlan plan) {
        String home = request.catalog().lockPair();
        if (home == null) {
            return plan;
        }
        return switch (plan) {
            case RoutePlan.SingleShard single ->
                single.pair().equals(home) ? plan : elsewhere(home, "pair " + single.pair());
            case RoutePlan.AnyServer any ->
                any.effects().callsStored() ? elsewhere(home, "stored code on any pair") : plan;
            case RoutePlan.FanOut fanOut -> elsewhere(home, "several shards");
            case RoutePlan.Gather gather -> elsewhere(home, "rows of several shards");
            case RoutePlan.ReadThenWrite steps -> elsewhere(home, "several shards");
            case RoutePlan.LoadRows rows -> elsewhere(home, "several shards");
            case RoutePlan.Numbered numbered -> elsewhere(home, "rows with numbers of a sequence");
            // Pinion would get the value that a server computes for a SET, but no session would own the lock.
            case RoutePlan.ChangeSession change ->
                Refusals.unsupported("a user-level lock can't be asked for in SET: write SELECT … INTO @x");
            case RoutePlan.Local local -> plan;
            case RoutePlan.Admin admin -> plan;
            case RoutePlan.ChangeSchema change -> plan;
            case RoutePlan.Split split -> plan;
            case RoutePlan.Named named -> plan;
            case RoutePlan.Refused refused -> plan;
        };
    }

    /** A definition only contains the functions and doesn't call them. */
    public static boolean areUsedBy(Statement statement) {
        return statement.mentions(Mention.USER_LOCK)
                && switch (statement.kind()) {
                    case CREATE_TABLE, ALTER_TABLE, CREATE_INDEX, VIEW, ROUTINE, OTHER_DEFINITION -> false;
                    default -> true;
                };
    }

    private static RoutePlan elsewhere(String home, String where) {
        return Refusals.unsupported("user-level locks (GET_LOCK and its like) are on pair " + home
                + " alone, so that they exclude in the whole cluster, and this statement works on " + where
                + ": ask for the lock in a statement of its own, SELECT GET_LOCK(…)");
    }
}
