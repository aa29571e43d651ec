package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.lexer.SqlDialect;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * An event loop plans short texts itself: none of those may take it long, whatever is nested in them. The times are those of
 * the processor, beside that of a plain text of the same length.
 */
class NestedTextTest {
    private static final int BYTES = 1010;
    private static final int FEW_LEVELS = 8;
    private static final int MANY_LEVELS = 40;

    /** The worst that are known take five times as long. */
    private static final int MOST_TIMES_A_PLAIN_TEXT = 10;

    /** The least of so many runs: the first are those of a compiler that has just begun. */
    private static final int RUNS = 40;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final SessionView SHARDED = TestSessions.in("pinterest");
    private static final SessionView SINGLE = TestSessions.in("legacy");

    @Test
    void whatAnEventLoopPlansTakesAMoment() {
        byte[] plain = GrowingText.all().getFirst().of(BYTES);
        long most = MOST_TIMES_A_PLAIN_TEXT * least(plain, SHARDED, 0);
        List<String> tooSlow = new ArrayList<>();
        for (byte[] sql : texts().toList()) {
            String text = new String(sql, StandardCharsets.UTF_8);
            byte[] ofShards = text.replace("t1", "pins").getBytes(StandardCharsets.UTF_8);
            if (isPlannedByLoop(sql)) {
                long nanos = Math.max(least(sql, SINGLE, most), least(ofShards, SHARDED, most));
                if (nanos > most) {
                    tooSlow.add("%.1f ms of at most %.1f: %s".formatted(nanos / 1e6, most / 1e6, text));
                }
            }
        }
        assertThat(tooSlow).isEmpty();
    }

    @Test
    void deepTextsArentPlannedByEventLoops() {
        for (NestedText kind : NestedText.all()) {
            if (kind.open().contains("((")) {
                assertThat(isPlannedByLoop(kind.deep(BYTES))).as(kind.name()).isFalse();
                assertThat(isPlannedByLoop(kind.brokenOff(BYTES)))
                        .as(kind.name())
                        .isFalse();
            }
        }
    }

    @Test
    void noStringHidesHowDeepATextIs() {
        String padding = "SELECT '" + "x".repeat(2_000) + "', ";

        assertThat(isPlannedByLoop(nested(padding, FEW_LEVELS))).isTrue();
        assertThat(isPlannedByLoop(nested(padding, MANY_LEVELS))).isFalse();
        assertThat(isPlannedByLoop(nested("SELECT '))))))))', ", MANY_LEVELS))).isFalse();
        assertThat(isPlannedByLoop(nested("SELECT /* ) */ ", MANY_LEVELS))).isFalse();
    }

    @Test
    void whatIsSideBySideIsPlannedByEventLoops() {
        String rows = "INSERT INTO legacy.t VALUES " + "(1,'(((((((((((',3),".repeat(30) + "(1,'x',3)";

        assertThat(isPlannedByLoop(rows.getBytes(StandardCharsets.UTF_8))).isTrue();
    }

    private static byte[] nested(String head, int levels) {
        return (head + "(".repeat(levels) + "1" + ")".repeat(levels)).getBytes(StandardCharsets.UTF_8);
    }

    private static Stream<byte[]> texts() {
        return Stream.concat(
                NestedText.all().stream()
                        .flatMap(kind ->
                                Stream.of(kind.deep(BYTES), kind.brokenOff(BYTES), kind.sideBySide(BYTES, FEW_LEVELS))),
                GrowingText.all().stream().map(kind -> kind.of(BYTES)));
    }

    private static boolean isPlannedByLoop(byte[] sql) {
        return StatementPlanner.isSurelyQuick(sql)
                || planner().isQuick(DemoCatalog.demo(), SHARDED, sql, Parameters.NONE);
    }

    /** @param enough no run that takes less needs another */
    private static long least(byte[] sql, SessionView session, long enough) {
        long least = Long.MAX_VALUE;
        for (int run = 0; run < RUNS && least > enough; run++) {
            RoutePlanner planner = planner();
            long from = THREADS.getCurrentThreadCpuTime();
            planner.plan(DemoCatalog.demo(), session, sql);
            least = Math.min(least, THREADS.getCurrentThreadCpuTime() - from);
        }
        return least;
    }

    private static RoutePlanner planner() {
        return DemoPlanner.of(new PlanCache(10), SqlDialect.MARIADB, 110405);
    }
}
