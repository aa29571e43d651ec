package io.pinion.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.PlanCache;
import io.pinion.routing.plan.PreviousAnswer;
import io.pinion.routing.plan.Rights;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlanner;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.Dialect;
import io.pinion.routing.text.FingerprintKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every admin statement is known to the planner, which would send it to a server. */
class AdminWordsTest {
    private static final Catalog CATALOG = new Catalog(1, List.of(), Optional.of("pair1"));
    private static final SessionView SESSION = new SessionView(
            Optional.empty(),
            SessionView.SqlModeFlags.DEFAULT,
            "utf8mb4",
            OptionalLong.of(0),
            "admin",
            "localhost",
            1,
            true,
            () -> PreviousAnswer.ON_SERVER,
            Rights.EVERYTHING,
            Set.of());

    private final RoutePlanner planner = new RoutePlanner(
            new PlanCache(100), new FingerprintKey(1, 2), Dialect.MARIADB, 110405, new SplittableRandom(1));

    static Stream<String> names() {
        return new AdminCommands().names().stream();
    }

    @ParameterizedTest
    @MethodSource("names")
    void eachNameIsPlannedAsPinionsOwn(String name) {
        String statement =
                switch (name) {
                    case "KILL" -> "KILL 5";
                    case "REPLACE STANDBY" -> "REPLACE STANDBY pair1 WITH b";
                    case "EXPLAIN ROUTE" -> "EXPLAIN ROUTE SELECT 1";
                    case "HELP 'PINION'" -> name;
                    default ->
                        name.startsWith("SHOW ") || name.equals("XA RECOVER") || name.equals("SHUTDOWN")
                                ? name
                                : name + " one";
                };
        RoutePlan plan = planner.plan(CATALOG, SESSION, statement.getBytes(StandardCharsets.UTF_8));
        assertThat(plan).as(statement).isInstanceOf(RoutePlan.Admin.class);
    }
}
