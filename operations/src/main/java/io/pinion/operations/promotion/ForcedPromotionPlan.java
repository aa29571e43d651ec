package io.pinion.operations.promotion;

import static io.pinion.operations.promotion.PromotionPlan.action;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The plan of a promotion that gives up what the old primary can't hand over. */
record ForcedPromotionPlan(ForcedPromotion attempt) implements PromotionPlan {
    private static final String IF_MISSING = "if something may be missing: ";

    @Override
    public List<PlannedAction> checks() throws OperationRefused, SQLException {
        attempt.check();
        ServerConnection next = attempt.next();
        String primary = attempt.pair().primary().name();
        Optional<ServerConnection> old = attempt.old();
        return List.of(
                old.isPresent()
                        ? action(old.get(), "SELECT 1", "it answers, so that it is fenced below")
                        : action(primary, "", "it is taken for gone: " + attempt.oldSays()),
                action(next, next.dialect().healthQuestion(), "refused unless it applies what it has received"));
    }

    @Override
    public List<PlannedAction> waiting() throws OperationRefused, SQLException {
        ServerConnection next = attempt.next();
        if (!next.replication().configured()) {
            return List.of();
        }
        String lag = String.valueOf(attempt.timeouts().lag().toSeconds());
        return List.of(action(
                next, next.dialect().waitFor(next.received(), lag), "until it has applied all that it has received"));
    }

    @Override
    public List<PlannedAction> takingOver() throws OperationRefused, SQLException {
        List<PlannedAction> actions = new ArrayList<>(List.of(holding()));
        Optional<ServerConnection> answers = attempt.old();
        if (answers.isEmpty()) {
            actions.add(action(
                    attempt.next(),
                    "",
                    "may be missing: what " + attempt.pair().primary().name() + " had acknowledged behind '"
                            + attempt.next().reached() + "'"));
            return actions;
        }
        ServerConnection old = answers.get();
        PromotionTimeouts timeouts = attempt.timeouts();
        old.dialect().fence(timeouts.fence()).forEach(sql -> actions.add(action(old, sql, "it refuses writes")));
        actions.add(action(
                old, ServerConnection.connectionsOf(attempt.servers().users()), "what is still open is ended: KILL"));
        actions.add(action(old, "XA RECOVER", "the branches that it shows may be missing afterwards"));
        actions.add(action(
                attempt.next(),
                attempt.next()
                        .dialect()
                        .waitFor(old.position(), String.valueOf(timeouts.hold().toSeconds())),
                "with the last position; what it hasn't got by then may be missing"));
        return actions;
    }

    @Override
    public List<PlannedAction> opening() throws OperationRefused, SQLException {
        ServerConnection next = attempt.next();
        List<PlannedAction> actions = new ArrayList<>();
        next.dialect()
                .forgetSource()
                .forEach(sql -> actions.add(action(
                        next,
                        sql,
                        IF_MISSING + "it must not come when " + attempt.task().from() + " returns")));
        next.dialect().unfence().forEach(sql -> actions.add(action(next, sql, "it takes writes")));
        int tables = attempt.ids().tables(next).size();
        actions.add(action(
                next,
                "INSERT INTO … (local_id) VALUES (AUTO_INCREMENT + " + LostIds.MARGIN + "); DELETE …; COMMIT",
                IF_MISSING + "no new object gets the id of a lost one; tables whose counters are raised: " + tables
                        + ", so that statements wait for about "
                        + LostIds.usualHold(tables).toSeconds() + " s in all on a quiet server"));
        actions.add(turning());
        return actions;
    }
}
