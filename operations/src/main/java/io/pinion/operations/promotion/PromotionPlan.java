package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.replication.Position;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** The steps of a promotion for EXPLAIN, in the statements of its two servers. */
final class PromotionPlan {
    private static final String TOPOLOGY = "topology";

    private final Pair pair;
    private final ServerConnection old;
    private final ServerConnection next;
    private final Collection<String> clients;
    private final PromotionTimeouts timeouts;
    private final List<PromotionStep> steps = new ArrayList<>();

    /** @param clients the users of the connections that a promotion ends */
    PromotionPlan(
            Pair pair,
            ServerConnection old,
            ServerConnection next,
            Collection<String> clients,
            PromotionTimeouts timeouts) {
        this.pair = pair;
        this.old = old;
        this.next = next;
        this.clients = clients;
        this.timeouts = timeouts;
    }

    List<PromotionStep> steps() throws SQLException {
        Dialect there = old.dialect();
        Dialect here = next.dialect();
        Position position = old.position();
        String name = "pairs." + pair.name();
        add(old, there.healthQuestion(), "refused unless it follows " + next);
        add(next, here.healthQuestion(), "refused unless it follows " + old);
        add(
                next,
                here.waitFor(position, "1"),
                "until that takes less than " + PairPromotion.SMALL_LAG.toMillis()
                        + " ms, with the position of that moment");
        add(TOPOLOGY, name + ".held = true", "all proxies let new statements for the pair wait");
        there.fence(timeouts.fence()).forEach(sql -> add(old, sql, "it refuses writes"));
        add(
                old,
                ServerConnection.connectionsOf(clients),
                "what is still open after " + timeouts.drain().toMillis() + " ms is ended: KILL of each");
        add(old, "XA RECOVER", "refused when it shows a branch, which could be committed behind the fence");
        add(
                next,
                here.waitFor(position, String.valueOf(timeouts.hold().toSeconds())),
                "with the last position: it has" + " all that the old primary has");
        here.unfence().forEach(sql -> add(next, sql, "it takes writes"));
        add(
                TOPOLOGY,
                name + " = {primary: " + pair.turned().primary().name() + ", standby: "
                        + pair.primary().name() + "}",
                "what waits goes to the new primary");
        return steps;
    }

    private void add(Object place, String statement, String purpose) {
        steps.add(new PromotionStep(place.toString(), statement, purpose));
    }
}
