package io.pinion.routing.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.lexer.SqlDialect;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommittingWordsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "CREATE TABLE t (i INT)",
                "drop table t",
                "ALTER TABLE t ADD c INT",
                "TRUNCATE t",
                "LOCK TABLES t WRITE",
                "ANALYZE LOCAL TABLE t",
                "CREATE OR REPLACE VIEW v AS SELECT 1",
                "FLUSH TABLES",
                "SET PASSWORD = 'x'",
                "GRANT ALL ON *.* TO a",
                "BACKUP STAGE START",
                "RESET SLAVE",
                "CHECK VIEW v",
                "CREATE TEMPORARY SEQUENCE s"
            })
    void theseCommit(String text) {
        assertThat(CommittingWords.begin(text, SqlDialect.MARIADB)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT 'CREATE TABLE'",
                "CREATE TEMPORARY TABLE t (i INT)",
                "create or replace temporary table t (i int)",
                "DROP TEMPORARY TABLE t",
                "DROP PREPARE s",
                "ANALYZE SELECT 1",
                "CHECKSUM TABLE t",
                "SET @a = 1",
                "UNLOCK TABLES",
                "LOAD INDEX INTO CACHE t",
                "CACHE INDEX t IN hot",
                "CREATE PACKAGE p AS END",
                "RESET PERSIST",
                "SELECT TRUNCATE(1, 1)"
            })
    void theseDoNot(String text) {
        assertThat(CommittingWords.begin(text, SqlDialect.MARIADB)).isFalse();
    }

    @Test
    void serversDiffer() {
        assertThat(CommittingWords.begin("LOAD INDEX INTO CACHE t", SqlDialect.MYSQL))
                .isTrue();
        assertThat(CommittingWords.begin("BACKUP STAGE START", SqlDialect.MYSQL))
                .isFalse();
    }
}
