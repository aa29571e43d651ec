package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.SessionChange.Assignment;
import io.pinion.routing.plan.SessionEffects.RetainedState;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SessionVariablesTest {
    private final SessionVariables variables = new SessionVariables("utf8mb4", "");

    @Test
    void whatIsForTheNextTransactionOnlyIsNotReplayed() {
        SettingsChange once = literal("transaction_isolation", "@@transaction_isolation='SERIALIZABLE'");
        SettingsChange lasting = literal("transaction_isolation", "@@session.transaction_isolation='SERIALIZABLE'");

        assertThat(once.pins()).containsExactly(RetainedState.SESSION_SETTING);
        assertThat(once.settings()).isEqualTo(variables.settings());
        assertThat(lasting.pins()).isEmpty();
        assertThat(texts(lasting)).contains("@@session.transaction_isolation='SERIALIZABLE'");
    }

    @Test
    void theLastWayToSetTheIsolationCounts() {
        variables.accept(literal("tx_isolation", "tx_isolation='SERIALIZABLE'"));
        SettingsChange change = variables.changeBy(List.of(new Assignment.Transaction(
                false, "ISOLATION LEVEL READ COMMITTED", "SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED")));

        assertThat(texts(change))
                .contains("SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED")
                .doesNotContain("tx_isolation='SERIALIZABLE'");
    }

    @Test
    void bothCharacteristicsOfOneStatementAreSettingsOfTheirOwn() {
        variables.accept(variables.changeBy(List.of(new Assignment.Transaction(
                false,
                "ISOLATION LEVEL SERIALIZABLE, READ ONLY",
                "SESSION TRANSACTION ISOLATION LEVEL SERIALIZABLE, READ ONLY"))));
        SettingsChange change = literal("tx_isolation", "tx_isolation='READ-COMMITTED'");

        assertThat(texts(change))
                .contains("SESSION TRANSACTION READ ONLY", "tx_isolation='READ-COMMITTED'")
                .noneMatch(text -> text.contains("SERIALIZABLE"));
    }

    @Test
    void theLastWayToSetTheCharacterSetOfLiteralsCounts() {
        assertThat(variables.connectionCharset()).isEqualTo("utf8mb4");
        variables.accept(literal("character_set_connection", "character_set_connection=ascii", "ascii"));
        assertThat(variables.connectionCharset()).isEqualTo("ascii");
        variables.accept(literal("collation_connection", "SESSION collation_connection = 'latin1_bin'", "latin1_bin"));
        assertThat(variables.connectionCharset()).isEqualTo("latin1");
        variables.accept(variables.changeBy(
                List.of(new Assignment.Names("utf8mb4", "", "NAMES 'utf8mb4' COLLATE utf8mb4_bin"))));
        variables.accept(literal("character_set_client", "character_set_client=latin1", "latin1"));
        assertThat(variables.connectionCharset()).isEqualTo("utf8mb4");
    }

    @Test
    void aStringHasTheCharacterSetOfItsTimeAndANumberHasNone() {
        SettingsChange string = variables.changeBy(List.of(new Assignment.UserVariable("x", "5", true, "@x='5'")));
        SettingsChange number = variables.changeBy(List.of(new Assignment.UserVariable("x", "5", true, "@x=5")));

        assertThat(string.computed()).containsExactly(new ComputedValue.OfUser("x"));
        assertThat(number.computed()).isEmpty();
        assertThat(texts(number)).contains("@x=5");
    }

    @Test
    void aVariableThatAValueAssignsIsAskedFor() {
        variables.accept(variables.changeBy(List.of(new Assignment.UserVariable("b", "1", true, "@b=1"))));
        SettingsChange change = variables.changeBy(List.of(
                new Assignment.WithinValue("b", "(@b:=5)"),
                new Assignment.UserVariable("a", "(@b:=5)", false, "@a:=(@b:=5)")));

        assertThat(change.computed()).containsExactly(new ComputedValue.OfUser("b"), new ComputedValue.OfUser("a"));
        assertThat(texts(change)).doesNotContain("@b=1");
    }

    /** Quadratic, this would take hours: an event loop does it. */
    @Test
    void manyAssignmentsInOneTextArePinnedInNoTime() {
        List<Assignment> many = new ArrayList<>();
        for (int number = 0; number < 1_000_000; number++) {
            many.add(new Assignment.UserVariable("a" + number, "1", true, "@a" + number + "=1"));
        }

        SettingsChange change = variables.changeBy(many);

        assertThat(change.settings()).isEqualTo(variables.settings());
        assertThat(change.pins()).contains(RetainedState.USER_VARIABLE);
    }

    @Test
    void theClockThatRunsAgainIsNotStoppedBySettingItsValue() {
        SettingsChange change = variables.changeBy(
                List.of(new Assignment.SessionVariable("timestamp", "DEFAULT", false, "timestamp=DEFAULT")));

        assertThat(change.computed()).isEmpty();
        assertThat(change.pins()).isEmpty();
    }

    @Test
    void aGivenInsertIdPinsButIsKnown() {
        assertThat(literal("last_insert_id", "last_insert_id=5").pins()).containsExactly(RetainedState.INSERT_ID);
        assertThat(literal("insert_id", "insert_id=5").pins()).containsExactly(RetainedState.SESSION_SETTING);
    }

    @Test
    void aRestoredCharacterSetIsAskedFor() {
        variables.accept(literal("character_set_client", "character_set_client=latin1", "latin1"));
        assertThat(variables.charset()).isEqualTo("latin1");

        SettingsChange restored = variables.changeBy(List.of(new Assignment.SessionVariable(
                "character_set_client", "@saved", false, "character_set_client=@saved")));

        assertThat(restored.lacksTextRules(Map.of())).isTrue();
        SettingsChange told = restored.told(SettingsChange.withTextRules(Map.of(), "", "utf8mb4"));
        assertThat(told.charset()).isEqualTo("utf8mb4");
        assertThat(texts(told)).contains("@@session.character_set_client='utf8mb4'");
    }

    @Test
    void whatDependsOnANewBaseIsAskedFor() {
        assertThat(literal("old_mode", "old_mode=''").computed())
                .extracting(ComputedValue::key)
                .containsExactly("character_set_client", "character_set_results", "collation_connection");
        assertThat(literal("max_join_size", "max_join_size=1").computed()).isEmpty();
        variables.accept(literal("sql_big_selects", "sql_big_selects=1"));

        SettingsChange change = literal("max_join_size", "max_join_size=1");

        assertThat(change.computed()).extracting(ComputedValue::key).containsExactly("sql_big_selects");
        assertThat(texts(change)).contains("max_join_size=1").doesNotContain("sql_big_selects=1");
    }

    @Test
    void flagsThatAreSetOneByOneAreKeptAll() {
        String name = "optimizer_switch";
        variables.accept(literal(name, name + "='mrr=on,index_merge=off'", "mrr=on,index_merge=off"));
        SettingsChange more = literal(name, name + "='MRR=off'", "MRR=off");
        SettingsChange anew = literal(name, name + "='mrr=off,default'", "mrr=off,default");

        assertThat(texts(more)).contains("@@session.optimizer_switch='default,mrr=off,index_merge=off'");
        assertThat(texts(anew)).contains("@@session.optimizer_switch='default,mrr=off'");
        assertThat(literal(name, name + "=513", "513").computed())
                .extracting(ComputedValue::key)
                .containsExactly(name);
    }

    private SettingsChange literal(String name, String text) {
        return literal(name, text, "5");
    }

    private SettingsChange literal(String name, String text, String value) {
        return variables.changeBy(List.of(new Assignment.SessionVariable(name, value, true, text)));
    }

    private static List<String> texts(SettingsChange change) {
        return change.settings().inOrder().stream().map(Setting::text).toList();
    }
}
