package io.pinion.server.execution;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionChange;
import io.pinion.routing.plan.SessionEffects.InsertIdEffect;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.TransactionPhase;
import org.jspecify.annotations.Nullable;

/**
 * Reads what only the session's connections know of it, ahead of a statement on another one that may need it: user variables,
 * and {@code LAST_INSERT_ID()} where the statement may read it unseen.
 */
final class StateAhead {
    private final SessionContext session;
    private final RoutePlan plan;

    StateAhead(SessionContext session, RoutePlan plan) {
        this.session = session;
        this.plan = plan;
    }

    /** @param then called when it is known, perhaps before this returns; not when the client is gone */
    void learn(ClientStatement statement, Runnable then) {
        if (readsVariables()) {
            session.pinned().learnVariables(statement, pair(), () -> learnInsertId(then));
        } else {
            then.run();
        }
    }

    private void learnInsertId(Runnable then) {
        boolean unseen = PlanExecutor.effectsOf(plan).insertId() == InsertIdEffect.UNSEEN;
        if (unseen && session.pinned().insertId().isElsewhereThan(pair())) {
            session.pinned().learnInsertId(then);
        } else {
            then.run();
        }
    }

    /** Whether servers get the statement, with variables in it, and not on the connection of the statement before. */
    private boolean readsVariables() {
        return switch (plan) {
            case RoutePlan.SingleShard single -> !single.effects().readsPrevious();
            case RoutePlan.AnyServer any -> !any.effects().readsPrevious();
            case RoutePlan.ChangeSession change ->
                change.change() instanceof SessionChange.Assign assign && !assign.readsPrevious();
            case RoutePlan.FanOut fanOut -> true;
            case RoutePlan.Gather gather -> true;
            case RoutePlan.ReadThenWrite steps -> true;
            case RoutePlan.LoadRows rows -> true;
            case RoutePlan.Numbered numbered -> true;
            case RoutePlan.Local local -> false;
            case RoutePlan.Admin admin -> false;
            case RoutePlan.ChangeSchema change -> false;
            case RoutePlan.Split split -> false;
            case RoutePlan.Named named -> false;
            case RoutePlan.Refused refused -> false;
        };
    }

    /** The pair where the statement runs; null for several. */
    private @Nullable String pair() {
        return switch (plan) {
            case RoutePlan.SingleShard single -> single.target().pair();
            case RoutePlan.AnyServer any ->
                PlanExecutor.mustRunElsewhere(session, any) ? any.pair() : keptFor(any.pair());
            case RoutePlan.ChangeSession change ->
                keptFor(session.state()
                        .transaction()
                        .open()
                        .map(TransactionPhase.Open::pair)
                        .orElseGet(() -> session.cluster().anyPairOf(session.state())));
            default -> null;
        };
    }

    private String keptFor(String pair) {
        return session.pinned().all().pairFor(pair, true);
    }
}
