package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.text.lexer.SqlDialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The statements of docs/architecture.md get the plans whose ways the page follows. */
class ArchitecturePagePlansTest {
    private static final Path PAGE = Path.of("../docs/architecture.md");

    /** The statement that a way begins with. */
    private static final Pattern WAY =
            Pattern.compile("\n## The way of (a SELECT by id|an INSERT|a scatter)\n\n`([^`]+)`");

    @Test
    void everyStatementGoesTheWayOfThePage() throws IOException {
        Map<String, Class<?>> plans = new LinkedHashMap<>();
        Matcher ways = WAY.matcher(Files.readString(PAGE));
        while (ways.find()) {
            plans.put(ways.group(1), plan(ways.group(2)).getClass());
        }

        assertThat(plans)
                .containsOnly(
                        Map.entry("a SELECT by id", RoutePlan.SingleShard.class),
                        Map.entry("an INSERT", RoutePlan.SingleShard.class),
                        Map.entry("a scatter", RoutePlan.FanOut.class));
    }

    private static RoutePlan plan(String sql) {
        RoutePlanner planner = DemoPlanner.of(new PlanCache(100), SqlDialect.MARIADB, 101119);
        return planner.plan(DemoCatalog.demo(), TestSessions.in("pinterest"), sql.getBytes(StandardCharsets.UTF_8));
    }
}
