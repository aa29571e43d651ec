package io.pinion.integration.house;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.pinion.operations.server.sql.FullDisk;
import org.junit.jupiter.api.Test;

/** Which way dependencies point, in all modules that this one sees. */
class ArchitectureTest {
    private static final JavaClasses PINION = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
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

    /** Root packages are packages, too. */
    @Test
    void noPackagesNeedEachOtherInALoop() {
        slices().matching("io.pinion.(**)").should().beFreeOfCycles().check(PINION);
    }

    @Test
    void configurationKnowsTheCatalogAndNoPlans() {
        noClasses()
                .that()
                .resideInAPackage("io.pinion.config..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "io.pinion.routing.plan..",
                        "io.pinion.routing.planner..",
                        "io.pinion.routing.template..",
                        "io.pinion.routing.analysis..",
                        "io.pinion.operations..",
                        "io.pinion.server..")
                .check(PINION);
    }

    /** But for one that reads an error of a server. */
    @Test
    void theDataPathKnowsNoOperations() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        "io.pinion.server.frontend..", "io.pinion.server.execution..", "io.pinion.server.backend..")
                .should()
                .dependOnClassesThat(resideInAPackage("io.pinion.operations..").and(not(type(FullDisk.class))))
                .check(PINION);
    }

    @Test
    void operationsDoNotKnowTheProxy() {
        noClasses()
                .that()
                .resideInAPackage("io.pinion.operations..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("io.pinion.server..", "io.pinion.protocol..")
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
