package io.pinion.server;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** Which way dependencies point, in all modules that this one sees. */
class ArchitectureTest {
    private static final JavaClasses PINION = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.pinion");

    @Test
    void executionDoesNotKnowClients() {
        noClasses()
                .that()
                .resideInAPackage("io.pinion.server.execution..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.pinion.server.frontend..")
                .check(PINION);
    }

    @Test
    void roomsOfExecutionDoNotKnowWhoChoosesAmongThem() {
        noClasses()
                .that()
                .resideInAPackage("io.pinion.server.execution.*..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.pinion.server.execution")
                .check(PINION);
        slices().matching("io.pinion.server.execution.(*)..")
                .namingSlices("execution $1")
                .should()
                .beFreeOfCycles()
                .check(PINION);
    }

    @Test
    void connectionsToServersDoNotKnowWhoUsesThem() {
        noClasses()
                .that()
                .resideInAPackage("io.pinion.server.backend..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.pinion.server.execution..", "io.pinion.server.frontend..")
                .check(PINION);
    }

    @Test
    void sessionStateAndObservationDependOnNoneOfThem() {
        noClasses()
                .that()
                .resideInAnyPackage("io.pinion.server.session..", "io.pinion.server.observe..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.pinion.server.frontend..",
                        "io.pinion.server.execution..",
                        "io.pinion.server.backend..",
                        "io.pinion.server.admin..")
                .check(PINION);
    }

    @Test
    void theDataPathDoesNotKnowAdminStatements() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.pinion.server.frontend..", "io.pinion.server.execution..", "io.pinion.server.backend..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.pinion.server.admin..", "io.pinion.server.http..")
                .check(PINION);
    }

    @Test
    void packagesOfTheProxyHaveNoCycles() {
        slices().matching("io.pinion.server.(*)..")
                .namingSlices("server $1")
                .should()
                .beFreeOfCycles()
                .check(PINION);
        slices().matching("io.pinion.server.frontend.(**)")
                .should()
                .beFreeOfCycles()
                .check(PINION);
    }

    @Test
    void plansDoNotKnowWhatMakesThem() {
        noClasses()
                .that()
                .resideInAPackage("io.pinion.routing.plan..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.pinion.routing.planner..", "io.pinion.routing.template..")
                .check(PINION);
    }

    @Test
    void roomsOfThePlannerDoNotKnowThePlanner() {
        noClasses()
                .that()
                .resideInAnyPackage("io.pinion.routing.planner.*..", "io.pinion.routing.template..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.pinion.routing.planner")
                .check(PINION);
    }

    @Test
    void packagesOfRoutingHaveNoCycles() {
        slices().matching("io.pinion.routing.(**)").should().beFreeOfCycles().check(PINION);
    }

    @Test
    void onlyAnalysisKnowsTheParser() {
        noClasses()
                .that()
                .resideOutsideOfPackage("io.pinion.routing.analysis..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("net.sf.jsqlparser..")
                .check(PINION);
    }

    @Test
    void routingKnowsNoSockets() {
        noClasses()
                .that()
                .resideInAPackage("io.pinion.routing..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.netty..", "java.net..", "org.apache.curator..", "org.apache.zookeeper..")
                .check(PINION);
    }

    @Test
    void theProtocolKnowsNothingOfTheRest() {
        noClasses()
                .that()
                .resideInAPackage("io.pinion.protocol..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.pinion.routing..", "io.pinion.config..", "io.pinion.server..", "io.pinion.operations..")
                .check(PINION);
    }

    @Test
    void nothingStaticChanges() {
        fields().that()
                .areStatic()
                .and()
                .areDeclaredInClassesThat()
                .resideInAPackage("io.pinion..")
                .should()
                .beFinal()
                .check(PINION);
    }
}
