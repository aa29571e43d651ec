package io.pinion.integration.house;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaFieldAccess.AccessType;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import io.pinion.server.session.DiagnosticsArea;
import io.pinion.server.session.Savepoints;
import io.pinion.server.session.SessionState;
import io.pinion.server.session.SessionVariables;
import io.pinion.server.session.TextPreparedStatements;
import io.pinion.server.session.TransactionState;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The state of a session changes in its own package alone: by one method at the end of a statement, and by the events that
 * are listed here, which can't wait for that end.
 */
class SessionOwnerTest {
    private static final JavaClasses SESSION = new ClassFileImporter().importPackagesOf(SessionState.class);

    private static final List<Class<?>> STATE = List.of(
            SessionState.class,
            TransactionState.class,
            SessionVariables.class,
            DiagnosticsArea.class,
            Savepoints.class,
            TextPreparedStatements.class);

    @Test
    void onlyTheEndOfAStatementAndTheseEventsChangeASessionFromOutside() {
        Set<JavaCodeUnit> changing = changing();
        assertThat(state().flatMap(state -> state.getMethods().stream())
                        .filter(method -> isPublic(method) && (changing.contains(method) || returnsNothing(method)))
                        .map(SessionOwnerTest::name))
                .containsExactlyInAnyOrder(
                        "SessionState.apply",
                        // The view is kept until the next change.
                        "SessionState.view",
                        "SessionState.begun",
                        "SessionState.connected",
                        "SessionState.userChanged",
                        "SessionState.statementCame",
                        "SessionState.severalStatementsAllowed",
                        "SessionState.reset",
                        "SessionState.textKept",
                        "SessionState.textForgotten",
                        "SessionState.textIsOld",
                        "SessionState.insertIdRead",
                        "SessionState.insertIdLost",
                        "SessionState.insertIdMade",
                        "SessionState.variablesRead",
                        "SessionState.textRulesRead",
                        "TransactionState.opened",
                        "TransactionState.untold",
                        "TransactionState.enlist",
                        "TransactionState.commitBefore",
                        "TransactionState.beginAnew",
                        "TransactionState.defer",
                        "TransactionState.chainDeferred",
                        "TransactionState.followOn",
                        "TransactionState.ended",
                        "TransactionState.broke",
                        "TransactionState.spreads",
                        "TransactionState.spreadsGuarded",
                        "TransactionState.guardEnds",
                        "TransactionState.guardedWasUndone",
                        "TransactionState.partEnded",
                        "TransactionState.allAnswered",
                        "DiagnosticsArea.spoilCounts",
                        "DiagnosticsArea.read",
                        "DiagnosticsArea.readFoundRows",
                        "Savepoints.note");
    }

    @Test
    void theSearchFindsWhatChangesASession() {
        assertThat(changing().stream().map(SessionOwnerTest::name))
                .contains(
                        "SessionState.insertIdMade",
                        "TransactionState.defer",
                        "TransactionState.followOn",
                        "DiagnosticsArea.spoilCounts",
                        "SessionVariables.accept",
                        "SessionState.reset");
    }

    private static Stream<JavaClass> state() {
        return STATE.stream().map(SESSION::get);
    }

    /** Methods of the state's classes that set a field, or call one that does. */
    private static Set<JavaCodeUnit> changing() {
        Set<JavaCodeUnit> changing = new HashSet<>();
        Predicate<JavaMethod> changes = method ->
                method.getFieldAccesses().stream().anyMatch(access -> access.getAccessType() == AccessType.SET)
                        || method.getMethodCallsFromSelf().stream()
                                .flatMap(call -> call.getTarget().resolveMember().stream())
                                .anyMatch(changing::contains);
        boolean more = true;
        while (more) {
            more = changing.addAll(state().flatMap(each -> each.getMethods().stream())
                    .filter(changes)
                    .collect(Collectors.toSet()));
        }
        return changing;
    }

    private static boolean isPublic(JavaMethod method) {
        return method.getModifiers().contains(JavaModifier.PUBLIC);
    }

    private static boolean returnsNothing(JavaMethod method) {
        return method.getRawReturnType().isEquivalentTo(void.class);
    }

    private static String name(JavaCodeUnit method) {
        return method.getOwner().getSimpleName() + "." + method.getName();
    }
}
