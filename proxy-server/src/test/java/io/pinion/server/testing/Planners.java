package io.pinion.server.testing;

import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.planner.RoutePlanner;
import io.pinion.routing.planner.ServerModes;
import io.pinion.routing.text.AdminOpenings;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.server.admin.AdminCommands;
import java.util.SplittableRandom;

/** Planners as a whole proxy has them: they know the admin statements. */
public final class Planners {
    private static final AdminOpenings ADMIN_OPENINGS = new AdminCommands().openings();

    private Planners() {}

    public static RoutePlanner make(PlanCache cache, FingerprintKey key, SqlDialect dialect, int version) {
        return new RoutePlanner(
                cache, key, dialect, version, new SplittableRandom(1), new ServerModes(), ADMIN_OPENINGS);
    }
}
