package io.pinion.operations.promotion;

import static io.pinion.operations.promotion.PromotionPlan.action;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The plan of a promotion in which the old primary hands over all that it has. */
record PlannedPromotionPlan(PromotionAttempt attempt) implements PromotionPlan {
    @Override
    public List<PlannedAction> checks() throws OperationRefused, SQLException {
        attempt.check();
        return List.of(
                action(old(), old().dialect().healthQuestion(), "refused unless it follows " + next()),
                action(next(), next().dialect().healthQuestion(), "refused unless it follows " + old()));
    }

    @Override
    public List<PlannedAction> waiting() throws OperationRefused, SQLException {
        return List.of(action(
                next(),
                next().dialect().waitFor(old().position(), "1"),
                "until that takes less than " + PairPromotion.SMALL_LAG.toMillis()
                        + " ms, with the position of that moment"));
    }

    @Override
    public List<PlannedAction> takingOver() throws OperationRefused, SQLException {
        ServerConnection old = old();
        PromotionTimeouts timeouts = attempt.timeouts();
        List<PlannedAction> actions = new ArrayList<>();
        actions.add(holding());
        old.dialect().fence(timeouts.fence()).forEach(sql -> actions.add(action(old, sql, "it refuses writes")));
        actions.add(action(
                old,
                ServerConnection.connectionsOf(attempt.servers().users()),
                "what is still open after " + timeouts.drain().toMillis() + " ms is ended: KILL of each"));
        actions.add(
                action(old, "XA RECOVER", "refused when it shows a branch, which could be committed behind the fence"));
        actions.add(action(
                next(),
                next().dialect()
                        .waitFor(old.position(), String.valueOf(timeouts.hold().toSeconds())),
                "with the last position: it has all that the old primary has"));
        return actions;
    }

    @Override
    public List<PlannedAction> opening() throws OperationRefused {
        ServerConnection next = next();
        List<PlannedAction> actions = new ArrayList<>();
        next.dialect().unfence().forEach(sql -> actions.add(action(next, sql, "it takes writes")));
        actions.add(turning());
        return actions;
    }

    private ServerConnection old() throws OperationRefused {
        return attempt.reachedOld();
    }

    private ServerConnection next() throws OperationRefused {
        return attempt.next();
    }
}
