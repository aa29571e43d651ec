package io.pinion.routing.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DigestTextTest {
    private static final UnshardedSchema SCHEMA = UnshardedSchemaReader.read(
            "CREATE TABLE users (id INT PRIMARY KEY, name VARCHAR(9), born DATE)".getBytes(StandardCharsets.UTF_8),
            Optional.empty(),
            "shop",
            SqlDialect.MYSQL,
            80400);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT * FROM `users` WHERE `id` = ? | SELECT * FROM `users` WHERE `id` = 1",
                "SELECT * FROM `users` WHERE NAME LIKE ? LIMIT ? | SELECT * FROM `users` WHERE NAME LIKE '1' LIMIT 1",
                "SELECT `u` . `id` FROM `users` `u` WHERE `u` . `name` IN (...) | SELECT `u`.`id` FROM `users` `u` WHERE `u`.`name` IN ('1', '2')",
                "SELECT `id` FROM `users` WHERE `born` BETWEEN ? AND ? | SELECT `id` FROM `users` WHERE `born` BETWEEN '2026-01-01' AND '2026-01-01'",
                "SELECT `id` FROM `users` WHERE `born` >= ? | SELECT `id` FROM `users` WHERE `born` >= '2026-01-01'",
                "INSERT INTO `users` VALUES (...) | INSERT INTO `users` VALUES (1, '1', '2026-01-01')",
                "INSERT INTO `users` ( `name` , `id` ) VALUES (...) /* , ... */ | INSERT INTO `users` ( `name` , `id` ) VALUES ('1', 1) , ('2', 2)",
                "INSERT INTO `users` VALUES ( `LAST_INSERT_ID` ( ) , ?, ... ) | INSERT INTO `users` VALUES ( LAST_INSERT_ID ( ) , 1 , '2026-01-01' )",
                "SELECT @? := ? , COUNT ( * ) FROM `users` | SELECT @variable := 1 , COUNT ( * ) FROM `users`",
            })
    void valuesHaveTheTypesOfTheirColumns(String digest, String expected) {
        assertThat(new String(
                        DigestText.withValues(SCHEMA, digest.getBytes(StandardCharsets.UTF_8)), StandardCharsets.UTF_8))
                .isEqualTo(expected);
    }

    @Test
    void aDigestThatTheServerHasCutIsTold() {
        assertThat(DigestText.isCut("SELECT `a` , `b` ...".getBytes(StandardCharsets.UTF_8)))
                .isTrue();
        assertThat(DigestText.isCut("SELECT `a` IN (...)".getBytes(StandardCharsets.UTF_8)))
                .isFalse();
    }
}
