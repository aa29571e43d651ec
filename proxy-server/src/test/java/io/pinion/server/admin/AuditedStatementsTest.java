package io.pinion.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the audit has of an admin statement. */
class AuditedStatementsTest {
    private final AdminCommands commands = new AdminCommands();

    private String audited(String sql) {
        return commands.audited(sql, true, false).orElse("");
    }

    @Test
    void whatOnlyShowsLeavesNoLine() {
        for (String sql : new String[] {
            "SHOW USERS",
            "EXPLAIN DROP TOPOLOGY USER app",
            "HELP PINION",
            "VERIFY SHARDS IN k",
            "RELOAD SCHEMA",
            "XA RECOVER"
        }) {
            assertThat(audited(sql)).as(sql).isEmpty();
        }
    }

    @Test
    void whatChangesSomethingIsThereOnOneLineWithoutItsComments() {
        assertThat(audited("set /* a */ weight 0\n  FOR SHARDS 0-7 IN `pinterest`;"))
                .isEqualTo("set weight 0 FOR SHARDS 0-7 IN `pinterest`");
        assertThat(audited("ALTER TOPOLOGY SET 'home' = '\"p\"', DROP 'pairs.q'"))
                .isEqualTo("ALTER TOPOLOGY SET 'home' = '\"p\"', DROP 'pairs.q'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TOPOLOGY USER app IDENTIFIED BY 'hunter2' KEYSPACES ALL",
                "ALTER TOPOLOGY USER app READ ONLY IDENTIFIED/**/BY'hunter2'",
                "CREATE PAIR p PRIMARY '10.0.0.1' USING 'root' IDENTIFIED BY 'hunter2' FROM '10.%'",
                "ADD STANDBY p '10.0.0.1' USING 'root' IDENTIFIED BY \"hunter2\"",
                "ALTER TOPOLOGY SET 'users.app.password_hash' = '{\"native\": \"hunter2\"}'",
                "ALTER TOPOLOGY SET 'users.app.password_hash.sha2' = '\"hunter2\"'",
                "ALTER TOPOLOGY MERGE 'accounts' = '{\"data\": {\"sekret\": \"hunter2\"}}'",
                "ALTER TOPOLOGY MERGE '' = '{\"accounts\": {\"data\": {\"user\": \"hunter2\"}}}'",
                "ALTER TOPOLOGY SET 'home' = 'hunter2"
            })
    void noSecretIsInIt(String sql) {
        assertThat(audited(sql)).isNotEmpty().contains("'…'").doesNotContain("hunter2");
    }

    /** A misspelt statement may have a password anywhere. */
    @Test
    void ofAStatementThatCouldNotBeReadThereAreOnlyTheFirstWords() {
        assertThat(commands.audited("create topology user app IDENTIFED BY 'hunter2'", true, true))
                .contains("CREATE TOPOLOGY USER …");
    }

    @Test
    void whoEndsOnlyTheirOwnLeavesNoLine() {
        assertThat(commands.audited("KILL 7", false, false)).isEmpty();
        assertThat(commands.audited("KILL 7", true, false)).contains("KILL 7");
        assertThat(commands.audited("DROP TOPOLOGY USER app", false, false)).contains("DROP TOPOLOGY USER app");
    }
}
