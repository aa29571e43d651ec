package io.pinion.operations.promotion;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.PlannedAction;
import java.sql.SQLException;
import java.util.List;

/** What EXPLAIN shows of the steps of a promotion, in the statements of its two servers. Blocks. */
sealed interface PromotionPlan permits PlannedPromotionPlan, ForcedPromotionPlan {
    String TOPOLOGY = "topology";

    PromotionAttempt attempt();

    /** Does the checks, too. */
    List<PlannedAction> checks() throws OperationRefused, SQLException;

    List<PlannedAction> waiting() throws OperationRefused, SQLException;

    List<PlannedAction> takingOver() throws OperationRefused, SQLException;

    List<PlannedAction> opening() throws OperationRefused, SQLException;

    default PlannedAction holding() {
        return action(TOPOLOGY, entry() + ".held = true", "all proxies let new statements for the pair wait");
    }

    default PlannedAction turning() {
        return action(
                TOPOLOGY,
                entry() + " = {primary: " + attempt().task().to() + ", standby: "
                        + attempt().task().from() + "}",
                "what waits goes to the new primary");
    }

    private String entry() {
        return "pairs." + attempt().task().pair();
    }

    static PlannedAction action(Object place, String statement, String purpose) {
        return new PlannedAction(place.toString(), statement, purpose);
    }
}
