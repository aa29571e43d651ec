package io.pinion.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlModeTest {
    private static final SqlMode ANSI = SqlMode.of("ANSI");

    @Test
    void flagsAreAddedToTheSessionsOwn() {
        SqlMode added = SqlMode.computed("CONCAT(@@session.sql_mode, ',NO_BACKSLASH_ESCAPES')", ANSI);

        assertThat(added.noBackslashEscapes()).isTrue();
        assertThat(added.flags().ansiQuotes()).isTrue();
    }

    @Test
    void flagsAreTakenFromTheSessionsOwn() {
        SqlMode less = SqlMode.computed("REPLACE(@@sql_mode, 'ANSI_QUOTES', '')", ANSI);

        assertThat(less.flags().ansiQuotes()).isFalse();
        assertThat(less.flags().pipesAsConcat()).isTrue();
    }

    @Test
    void aSavedValueIsTheFirstOne() {
        assertThat(SqlMode.computed("@OLD_SQL_MODE", ANSI).flags()).isEqualTo(SqlMode.DEFAULT.flags());
    }
}
