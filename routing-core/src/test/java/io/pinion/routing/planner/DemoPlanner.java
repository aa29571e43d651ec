package io.pinion.routing.planner;

import io.pinion.routing.text.AdminOpening;
import io.pinion.routing.text.AdminOpening.Behind;
import io.pinion.routing.text.AdminOpenings;
import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** A planner with admin statements of every kind, as the proxy hands them in. */
public final class DemoPlanner {
    static final AdminOpenings ADMIN_OPENINGS = new AdminOpenings(Stream.of(
                    Stream.of(
                                    "SHOW SHARDS",
                                    "SHOW PAIRS",
                                    "SHOW KEYSPACES",
                                    "SHOW SESSIONS",
                                    "SHOW CERTIFICATES",
                                    "SHOW TOPOLOGY STATUS",
                                    "SHOW SCHEMA DRIFT",
                                    "SHOW XA BRANCHES",
                                    "SHOW ID",
                                    "SHOW KEY",
                                    "HELP PINION",
                                    "HELP 'PINION'",
                                    "SYNC ACCOUNTS",
                                    "RESUME OPERATION",
                                    "CANCEL OPERATION",
                                    "PROMOTE PAIR",
                                    "OPEN PAIR",
                                    "OPEN SHARDS",
                                    "MOVE SHARDS",
                                    "VERIFY SHARDS",
                                    "SPLIT RANGE",
                                    "DECLARE TABLE",
                                    "FORGET TABLE")
                            .map(words -> AdminOpening.of(words, Behind.ANYTHING, false, false)),
                    Stream.of("SHOW OPERATIONS", "SHOW PROCESSLIST", "SHOW FULL PROCESSLIST", "EXPLAIN ROUTE")
                            .map(words -> AdminOpening.of(words, Behind.ANYTHING, true, false)),
                    Stream.of(
                                    "EXPLAIN PROMOTE PAIR",
                                    "EXPLAIN MOVE SHARDS",
                                    "EXPLAIN SPLIT RANGE",
                                    "EXPLAIN OPEN SHARDS",
                                    "EXPLAIN OPEN SHARD")
                            .map(words -> AdminOpening.of(words, Behind.SOMETHING, false, false)),
                    Stream.of(
                            AdminOpening.of("RELOAD SCHEMA", Behind.ANYTHING, false, true),
                            AdminOpening.of("SHUTDOWN", Behind.NOTHING, false, false),
                            AdminOpening.of("SET WEIGHT", Behind.NO_ASSIGNMENT, false, false),
                            AdminOpening.of("REPLACE STANDBY", Behind.NAME_AND_WITH, false, false)))
            .flatMap(openings -> openings)
            .toList());

    private DemoPlanner() {}

    public static RoutePlanner of(PlanCache cache, SqlDialect dialect, int version) {
        return new RoutePlanner(
                cache,
                new FingerprintKey(1, 2),
                dialect,
                version,
                new SplittableRandom(1),
                new ServerModes(),
                ADMIN_OPENINGS);
    }
}
