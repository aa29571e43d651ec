package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.plan.PlanText;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.lexer.SqlDialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Routing as specified by the files of {@code cases/routing}, as text or, with {@code values:} or {@code command: prepare}, as a
 * prepared statement; of MariaDB, or with {@code server: mysql}; while {@code lookup} is imported, with {@code importing:} and
 * the pair of the old database. {@code -Dcases.update} writes what is; the difference is then read
 * as carefully as code.
 */
class RoutingCasesTest {
    private static final Path CASES = Path.of("src/test/resources/cases/routing");

    @TestFactory
    Stream<DynamicNode> everyCaseIsPlannedAsWritten() throws IOException {
        List<DynamicNode> tests = new ArrayList<>();
        try (Stream<Path> files = Files.list(CASES)) {
            for (Path file : files.sorted().toList()) {
                Cases cases = Cases.read(file);
                List<Cases.Case> updated = new ArrayList<>();
                for (Cases.Case next : cases.cases()) {
                    String plan = plan(next);
                    updated.add(next.withPlan(plan));
                    tests.add(DynamicTest.dynamicTest(file.getFileName() + ": " + next.title(), () -> assertThat(plan)
                            .isEqualTo(next.plan())));
                }
                if (System.getProperty("cases.update") != null) {
                    cases.write(updated);
                }
            }
        }
        return System.getProperty("cases.update") == null ? tests.stream() : Stream.empty();
    }

    private String plan(Cases.Case next) {
        // A planner of its own, so that a case says what it says wherever it stands.
        boolean mysql = "mysql".equals(next.setting("server"));
        RoutePlanner planner = DemoPlanner.of(
                new PlanCache(100), mysql ? SqlDialect.MYSQL : SqlDialect.MARIADB, mysql ? 90700 : 101119);
        String pair = next.setting("importing");
        Catalog catalog = pair == null
                ? DemoCatalog.demo()
                : DemoCatalog.importing(pair.equals("home") ? Importing.AT_HOME : Importing.from(pair), false);
        SessionView session = TestSessions.of(next.settings());
        byte[] sql = next.sql().getBytes(StandardCharsets.UTF_8);
        String values = next.setting("values");
        if (values != null) {
            return PlanText.of(planner.plan(catalog, session, sql, CaseValues.parse(values)));
        }
        boolean prepare = "prepare".equals(next.setting("command"));
        return PlanText.of(prepare ? planner.describe(catalog, session, sql) : planner.plan(catalog, session, sql));
    }
}
