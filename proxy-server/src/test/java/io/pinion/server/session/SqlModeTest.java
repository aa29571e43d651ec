package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.plan.SessionView.SqlModeFlags;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlModeTest {
    @Test
    void ansiIsSeveralFlags() {
        assertThat(SqlMode.of("STRICT_ALL_TABLES,ansi"))
                .isEqualTo(new SqlModeFlags(true, false, true, true, false, "", false));
        assertThat(SqlMode.of("NO_BACKSLASH_ESCAPES").noBackslashEscapes()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "ANSI", "ansi_quotes,", "TRADITIONAL,NO_BACKSLASH_ESCAPES", "ORACLE"})
    void listsOfNamesAreUnderstood(String value) {
        assertThat(SqlMode.isList(value)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"4", "0x4", "1048576", "_utf8'ansi_quotes'", " ANSI", "TRUE", "DEFAULT", "CONCAT('ANSI')"})
    void anythingElseIsLeftToAServer(String value) {
        assertThat(SqlMode.isList(value)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"MSSQL", "oracle", "DB2", "MAXDB", "POSTGRESQL", "MYSQL40", "HIGH_NOT_PRECEDENCE", "OF_TOMORROW"
            })
    void aModeWhoseRulesAreNotKnownIsNamed(String mode) {
        assertThat(SqlMode.of("'ANSI_QUOTES, " + mode + "'").unknownMode()).isEqualToIgnoringCase(mode);
    }

    @Test
    void theModesOfServersAreKnown() {
        assertThat(SqlMode.of(
                                "ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,NO_ENGINE_SUBSTITUTION,"
                                        + "ERROR_FOR_DIVISION_BY_ZERO,NO_AUTO_CREATE_USER,ANSI,TRADITIONAL,")
                        .unknownMode())
                .isEmpty();
    }
}
