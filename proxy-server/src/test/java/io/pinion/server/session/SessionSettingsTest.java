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

    /** Servers check all values of one SET before they set any: utf8 is what the old modes until then say. */
    @Test
    void whatDependsOnANewBaseComesBehindIt() {
        Setting mode = new Setting("old_mode", "old_mode=''", Group.PLAIN);
        Setting asOf = new Setting("system_versioning_asof", "system_versioning_asof='2026-01-01'", Group.PLAIN);

        assertThat(settings(mode, ZONE, NAMES).statementsFrom(FRESH))
                .containsExactly("SET old_mode='', time_zone='+00:00'", "SET NAMES utf8mb4");
        assertThat(settings(ZONE, NAMES, asOf).statementsFrom(FRESH))
                .containsExactly("SET time_zone='+00:00', NAMES utf8mb4", "SET system_versioning_asof='2026-01-01'");
    }

    @Test
    void whatDependsOnABaseIsSentAgainWithIt() {
        Setting few = new Setting("max_join_size", "max_join_size=1", Group.PLAIN);
        Setting more = new Setting("max_join_size", "max_join_size=2", Group.PLAIN);
        Setting big = new Setting("sql_big_selects", "sql_big_selects=1", Group.PLAIN);

        assertThat(settings(NAMES, more, big).statementsFrom(settings(NAMES, few, big)))
                .containsExactly("SET max_join_size=2", "SET sql_big_selects=1");
    }

    private static SessionSettings settings(Setting... all) {
        SessionSettings settings = SessionSettings.NONE;
        for (Setting setting : List.of(all)) {
            settings = settings.with(setting);
        }
        return settings;
    }
}
