package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.server.session.Setting.Group;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UserVariableNamesTest {
    @Test
    void thoseThatAServerCanBeAskedForAreNamed() {
        byte[] sql = "SELECT @a, @`b c`, @A, @é, @@sql_mode, '@no', @set, @".getBytes(StandardCharsets.ISO_8859_1);
        SessionSettings settings =
                SessionSettings.NONE.with(new Setting("@set", "@set=1", Setting.Group.USER_VARIABLE));
        assertThat(UserVariableNames.unset(sql, settings)).containsExactly("@a", "@b c");
    }

    private static final SessionSettings SETTINGS =
            SessionSettings.NONE.with(new Setting("@x", "@x=5", Group.USER_VARIABLE));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 1",
                "SELECT @x, @X, @`x`, @'x'",
                "SELECT @@sql_mode, @@session.x",
                "INSERT INTO t VALUES ('someone@example.com', '@handle', 'it''s @y')",
                "SELECT `a@b` FROM t",
                "SELECT user_v, variables, _variables FROM user_var",
                "SELECT user_"
            })
    void nothingUnsetIsNamed(String sql) {
        assertThat(UserVariableNames.namesUnset(bytes(sql), SETTINGS)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT @y",
                "SELECT@y",
                "SELECT @x.y",
                "SELECT 'it''s', @y",
                "SELECT @'y z'",
                "SELECT @`y",
                "SELECT 'a\\' , @y",
                "SELECT /* it's */ @y, 'a'",
                "SELECT 1 # it's\n, @y, 'a'",
                "SELECT 1 -- it's\n, @y, 'a'",
                "SELECT @",
                "SELECT * FROM information_schema.USER_VARIABLES",
                "SELECT * FROM performance_schema.user_variables_by_thread"
            })
    void anUnsetOneIsNamed(String sql) {
        assertThat(UserVariableNames.namesUnset(bytes(sql), SETTINGS)).isTrue();
    }

    private static byte[] bytes(String sql) {
        return sql.getBytes(StandardCharsets.UTF_8);
    }
}
