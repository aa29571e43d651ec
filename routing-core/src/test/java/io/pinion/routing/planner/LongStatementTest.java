package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Operators in a row, each of which takes the parser one call deeper. */
class LongStatementTest {
    private static final long SMALL_STACK_BYTES = 256 * 1024;

    @ParameterizedTest
    @ValueSource(strings = {" OR id = 241294492511762325", " AND ts > 0", " + 1"})
    void whatIsTooDeepIsRefused(String operator) throws InterruptedException {
        String sql = "SELECT data FROM pins WHERE id = 241294492511762325" + operator.repeat(20_000);
        AtomicReference<RoutePlan> plan = new AtomicReference<>();
        Thread event = new Thread(null, () -> plan.set(plan(sql)), "small stack", SMALL_STACK_BYTES);

        event.start();
        event.join();

        assertThat(plan.get()).isInstanceOfSatisfying(RoutePlan.Refused.class, refused -> assertThat(refused.code())
                .isEqualTo(1436));
    }

    private static RoutePlan plan(String sql) {
        RoutePlanner planner = new RoutePlanner(
                new PlanCache(10), new FingerprintKey(1, 2), SqlDialect.MARIADB, 110405, new SplittableRandom(1));
        return planner.plan(DemoCatalog.demo(), TestSessions.in("pinterest"), sql.getBytes(StandardCharsets.UTF_8));
    }
}
