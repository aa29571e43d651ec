package io.pinion.server.bootstrap;

import io.pinion.routing.planner.PlanCache;
import io.pinion.routing.planner.RoutePlanner;
import io.pinion.routing.planner.ServerModes;
import io.pinion.routing.text.AdminOpenings;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.server.pairs.ServerVersion;
import java.security.SecureRandom;
import java.util.SplittableRandom;

/** Makes a planner for each thread that plans; what they learn of statements is in one cache. Thread-safe. */
final class PlannerFactory {
    private static final int MAX_TEMPLATES = 20_000;

    private final PlanCache cache = new PlanCache(MAX_TEMPLATES);
    private final FingerprintKey key = FingerprintKey.draw(new SecureRandom());
    private final ServerVersion version;
    private final ServerModes modes;
    private final AdminOpenings adminOpenings;

    /**
     * @param modes what is known of the servers' own, kept up to date by others
     * @param adminOpenings how the statements begin that Pinion answers itself
     */
    PlannerFactory(ServerVersion version, ServerModes modes, AdminOpenings adminOpenings) {
        this.version = version;
        this.modes = modes;
        this.adminOpenings = adminOpenings;
    }

    RoutePlanner make() {
        return new RoutePlanner(
                cache, key, version.dialect(), version.number(), new SplittableRandom(), modes, adminOpenings);
    }
}
