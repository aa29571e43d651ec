package io.pinion.operations.promotion;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** What EXPLAIN shows of the steps of a planned promotion, in the statements of its two servers. Blocks. */
record PromotionPlan(PromotionAttempt attempt) {
    private static final String TOPOLOGY = "topology";

    /** Does the checks, too. */
    List<PlannedAction> checks() throws OperationRefused, SQLException {
        attempt.check();
        return List.of(
                action(old(), old().dialect().healthQuestion(), "refused unless it follows " + next()),
                action(next(), next().dialect().healthQuestion(), "refused unless it follows " + old()));
    }

    List<PlannedAction> waiting() throws OperationRefused, SQLException {
        return List.of(action(
                next(),
                next().dialect().waitFor(old().position(), "1"),
                "until that takes less than " + PairPromotion.SMALL_LAG.toMillis()
                        + " ms, with the position of that moment"));
    }

    List<PlannedAction> takingOver() throws OperationRefused, SQLException {
        ServerConnection old = old();
        PromotionTimeouts timeouts = attempt.timeouts();
        List<PlannedAction> actions = new ArrayList<>();
        actions.add(action(TOPOLOGY, pair() + ".held = true", "all proxies let new statements for the pair wait"));
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

    List<PlannedAction> opening() throws OperationRefused {
        ServerConnection next = next();
        List<PlannedAction> actions = new ArrayList<>();
        next.dialect().unfence().forEach(sql -> actions.add(action(next, sql, "it takes writes")));
        actions.add(action(
                TOPOLOGY,
                pair() + " = {primary: " + attempt.task().to() + ", standby: "
                        + attempt.task().from() + "}",
                "what waits goes to the new primary"));
        return actions;
    }

    private ServerConnection old() throws OperationRefused {
        return attempt.reachedOld();
    }

    private ServerConnection next() throws OperationRefused {
        return attempt.next();
    }

    private String pair() {
        return "pairs." + attempt.task().pair();
    }

    private static PlannedAction action(Object place, String statement, String purpose) {
        return new PlannedAction(place.toString(), statement, purpose);
    }
}
