package io.pinion.operations.account;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.operations.account.GrantScope.Databases;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** As MySQL 9.7 and MariaDB 11.4 match names: byte by byte in UTF-8, and without case where names have none. */
class GrantScopeTest {
    @ParameterizedTest
    @CsvSource({
        "db_____, db00001, true",
        "db_____, db0001, false",
        "db_____, db\u00e9001, true",
        "db_____, db\u00e90001, false",
        "db_____, db\ud83d\ude001, true",
        "my\\_db, my_db, true",
        "my\\_db, myxdb, false",
        "%, anything, true",
        "db\ud83d\ude00, db\ud83d\ude00, true",
        "db\ud83d\ude00%, db\ud83d\ude00x, true",
        "a.c, abc, false",
        "DB_____, dbsales, true"
    })
    void matchesAsServersDo(String pattern, String database, boolean matches) {
        assertThat(new Databases(pattern).matches(database)).isEqualTo(matches);
    }
}
