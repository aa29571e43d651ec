package io.pinion.server.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.session.SessionSettings;
import io.pinion.server.session.Setting;
import io.pinion.server.session.Setting.Group;
import java.util.Set;
import org.junit.jupiter.api.Test;

class HandleKeyTest {
    private static final SessionSettings SESSION = SessionSettings.NONE.with(set("names", Group.CHARSET));

    /** A server keeps such a time in what it has prepared. */
    @Test
    void aHandleIsThatOfTheSettingsAtItsPreparation() {
        SessionSettings other = SESSION.with(set("system_versioning_asof", Group.PLAIN));

        assertThat(key(other)).isNotEqualTo(key(SESSION));
        assertThat(key(other))
                .isEqualTo(key(SESSION.with(set("system_versioning_asof", Group.PLAIN))))
                .hasSameHashCodeAs(key(SESSION));
    }

    @Test
    void variablesAndTransactionsDecideNothingThere() {
        SessionSettings other = SESSION.with(set("@a", Group.USER_VARIABLE))
                .with(set("transaction isolation", Group.TRANSACTION))
                .with(set("autocommit", Group.PLAIN));

        assertThat(key(other)).isEqualTo(key(SESSION));
        assertThat(other.preparation()).isSameAs(SESSION.preparation());
    }

    private static HandleKey key(SessionSettings settings) {
        return new HandleKey(new byte[] {1}, null, settings.preparation(), Set.of());
    }

    private static Setting set(String key, Group group) {
        return new Setting(key, key + "=1", group);
    }
}
