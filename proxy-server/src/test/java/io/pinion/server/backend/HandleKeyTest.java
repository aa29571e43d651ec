package io.pinion.server.backend;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.pinion.protocol.client.BoundParameter;
import io.pinion.protocol.server.ColumnType;
import io.pinion.server.session.SessionSettings;
import io.pinion.server.session.Setting;
import io.pinion.server.session.Setting.Group;
import java.util.List;
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

    @Test
    void executionsShareAHandleWhenTheyBindTheSameKindsOfValues() {
        BoundParameter text = new BoundParameter.Null(ColumnType.VAR_STRING, false);
        BoundParameter tiny = sent(ColumnType.TINY, false);
        assertThat(key(SESSION).binding(List.of(tiny, sent(ColumnType.STRING, false))))
                .isEqualTo(key(SESSION).binding(List.of(BoundParameter.number(7), sent(ColumnType.VAR_STRING, false))))
                .isNotEqualTo(key(SESSION).binding(List.of(tiny, text)))
                .isNotEqualTo(key(SESSION).binding(List.of(tiny, sent(ColumnType.BLOB, false))))
                .isNotEqualTo(
                        key(SESSION).binding(List.of(sent(ColumnType.TINY, true), sent(ColumnType.STRING, false))))
                .isNotEqualTo(key(SESSION));
        assertThat(key(SESSION).binding(List.of(new BoundParameter.SentBefore(ColumnType.STRING, false))))
                .isNotEqualTo(key(SESSION).binding(List.of(sent(ColumnType.STRING, false))));
    }

    private static BoundParameter sent(ColumnType type, boolean unsigned) {
        return new BoundParameter.Sent(type, unsigned, Unpooled.EMPTY_BUFFER);
    }

    private static HandleKey key(SessionSettings settings) {
        return new HandleKey(new byte[] {1}, null, settings.preparation());
    }

    private static Setting set(String key, Group group) {
        return new Setting(key, key + "=1", group);
    }
}
