package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.session.Setting.Group;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionSettingsTest {
    private static final Setting NAMES = new Setting("names", "NAMES utf8mb4", Group.CHARSET);
    private static final Setting LATIN1 = new Setting("names", "NAMES latin1", Group.CHARSET);
    private static final Setting RESULTS =
            new Setting("character_set_results", "character_set_results=NULL", Group.CHARSET);
    private static final Setting ANSI = new Setting("sql_mode", "sql_mode='ANSI'", Group.PLAIN);
    private static final Setting ZONE = new Setting("time_zone", "time_zone='+00:00'", Group.PLAIN);
    private static final Setting ISOLATION = new Setting(
            "transaction isolation", "SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", Group.TRANSACTION);

    private static final SessionSettings FRESH = SessionSettings.NONE;

    @Test
    void equalSettingsNeedNothing() {
        assertThat(settings(NAMES, ANSI).statementsFrom(settings(NAMES, ANSI))).isEmpty();
    }

    @Test
    void equalSettingsShareTheirParts() {
        SessionSettings one = settings(NAMES, ANSI);
        SessionSettings other = settings(NAMES, ANSI);
        assertThat(one).isEqualTo(other);
        assertThat(one.inOrder()).isSameAs(other.inOrder());
        assertThat(one).isNotEqualTo(settings(ANSI, NAMES));
        assertThat(one.inOrder()).containsExactly(NAMES, ANSI);
    }

    @Test
    void aFreshConnectionGetsEverythingInOneStatement() {
        assertThat(settings(NAMES, ANSI, ZONE).statementsFrom(FRESH))
                .containsExactly("SET NAMES utf8mb4, sql_mode='ANSI', time_zone='+00:00'");
    }

    @Test
    void onlyWhatDiffersIsSent() {
        assertThat(settings(NAMES, ANSI, ZONE).statementsFrom(settings(NAMES, ANSI)))
                .containsExactly("SET time_zone='+00:00'");
    }

    @Test
    void whatCannotBeUnsetAsksForAReset() {
        assertThat(settings(NAMES).statementsFrom(settings(NAMES, ANSI))).isNull();
    }

    @Test
    void namesOverwritesSingleCharacterSets() {
        assertThat(settings(NAMES).statementsFrom(settings(NAMES, RESULTS))).containsExactly("SET NAMES utf8mb4");
        assertThat(settings(NAMES, RESULTS, LATIN1).inOrder()).containsExactly(LATIN1);
    }

    @Test
    void aCharacterSetIsReplayedBehindTheNamesThatItChanges() {
        assertThat(settings(NAMES, RESULTS).statementsFrom(settings(LATIN1)))
                .containsExactly("SET NAMES utf8mb4, character_set_results=NULL");
    }

    @Test
    void transactionCharacteristicsGoAlone() {
        assertThat(settings(NAMES, ISOLATION).statementsFrom(FRESH))
                .containsExactly("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED", "SET NAMES utf8mb4");
    }

    @Test
    void userVariablesComeBehindTheNamesThatTheyDependOn() {
        Setting variable = new Setting("@x", "@x=NULL", Group.USER_VARIABLE);

        assertThat(settings(NAMES, variable, ANSI).statementsFrom(FRESH))
                .containsExactly("SET NAMES utf8mb4, sql_mode='ANSI'", "SET @x=NULL");
    }

    private static SessionSettings settings(Setting... all) {
        SessionSettings settings = SessionSettings.NONE;
        for (Setting setting : List.of(all)) {
            settings = settings.with(setting);
        }
        return settings;
    }
}
