package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.ParameterValue;
import io.pinion.routing.text.Parameters;
import io.pinion.routing.text.lexer.SqlDialect;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The time of planning grows hardly faster than the text, whatever the text: else one client's text would keep the thread
 * that plans it from all others. A build takes one way into planning for each kind of text; {@code
 * -Dpinion.growth.bytes=262144} takes all ways, users and longer texts.
 */
class PlanningGrowthTest {
    private static final int MOST_BYTES = Integer.getInteger("pinion.growth.bytes", 16 * 1024);
    private static final boolean THOROUGH = MOST_BYTES > 64 * 1024;

    /** A kind of text is measured at sizes that are so many times each other's. */
    private static final int STEP = 4;

    /** More than n log n, also where memory gets scarce, and less than n²: 8 times the time for 4 times the length. */
    private static final double MOST_EXPONENT = 1.5;

    /** Shorter times are those of a compiler that has just begun. */
    private static final long LEAST_NANOS = 50_000_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final Catalog CATALOG = DemoCatalog.demo();

    private static final List<SessionView> USERS = List.of(
            TestSessions.in("pinterest"),
            TestSessions.of(List.of("use: lookup", "as: shop", "rights: lookup pinterest legacy")),
            TestSessions.of(List.of("use: pinterest", "rights: pinterest lookup legacy", "only: reads")));

    private enum Way {
        PLAN {
            @Override
            void into(RoutePlanner planner, SessionView session, byte[] sql) {
                planner.plan(CATALOG, session, sql);
            }
        },
        DESCRIBE {
            @Override
            void into(RoutePlanner planner, SessionView session, byte[] sql) {
                planner.describe(CATALOG, session, sql);
            }
        },
        EXECUTE {
            @Override
            void into(RoutePlanner planner, SessionView session, byte[] sql) {
                int count = planner.parameterCount(session, sql);
                planner.plan(
                        CATALOG,
                        session,
                        sql,
                        Parameters.of(Collections.nCopies(count, new ParameterValue.Int(241294492511762325L))));
            }
        },
        QUICK {
            @Override
            void into(RoutePlanner planner, SessionView session, byte[] sql) {
                planner.isQuick(CATALOG, session, sql, Parameters.NONE);
            }
        };

        abstract void into(RoutePlanner planner, SessionView session, byte[] sql);
    }

    @Test
    void noTextTakesMuchLongerThanItIsLong() {
        List<String> tooSlow = new ArrayList<>();
        int turn = 0;
        for (GrowingText text : GrowingText.all()) {
            for (Way way : THOROUGH ? Way.values() : new Way[] {Way.values()[turn % 3]}) {
                for (SessionView session : THOROUGH ? USERS : List.of(USERS.get(turn / 3 % USERS.size()))) {
                    measure(text, way, session, tooSlow);
                }
            }
            turn++;
        }
        assertThat(tooSlow).isEmpty();
    }

    private static void measure(GrowingText text, Way way, SessionView session, List<String> tooSlow) {
        long before = Long.MAX_VALUE;
        for (int bytes = MOST_BYTES / (STEP * STEP); bytes <= MOST_BYTES; bytes *= STEP) {
            byte[] sql = text.of(bytes);
            long nanos = nanos(way, session, sql);
            if (isTooSlow(nanos, before)) {
                // The least of several times: what else the machine does costs time too.
                byte[] shorter = text.of(bytes / STEP);
                for (int again = 0; again < 8 && isTooSlow(nanos, before); again++) {
                    before = Math.min(before, nanos(way, session, shorter));
                    nanos = Math.min(nanos, nanos(way, session, sql));
                }
            }
            if (isTooSlow(nanos, before)) {
                tooSlow.add("%s, %s, %s: %d ms for %d bytes, and %d ms for a quarter of them"
                        .formatted(text.name(), way, session.rights(), nanos / 1_000_000, bytes, before / 1_000_000));
                return;
            }
            before = nanos;
        }
    }

    private static boolean isTooSlow(long nanos, long before) {
        return nanos > LEAST_NANOS && nanos > before * Math.pow(STEP, MOST_EXPONENT);
    }

    private static long nanos(Way way, SessionView session, byte[] sql) {
        RoutePlanner planner = DemoPlanner.of(new PlanCache(10), SqlDialect.MARIADB, 110405);
        long from = THREADS.getCurrentThreadCpuTime();
        way.into(planner, session, sql);
        return THREADS.getCurrentThreadCpuTime() - from;
    }
}
