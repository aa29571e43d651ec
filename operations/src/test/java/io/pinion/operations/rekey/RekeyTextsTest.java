package io.pinion.operations.rekey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.engine.OperationRefused;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RekeyTextsTest {
    private static final RekeyTask TASK =
            new RekeyTask("lookup", "user_by_name", "username", "LOWER(username) -- c", "user_id > 0 OR x = 'a'");

    private static final KeyPage PAGE = new KeyPage("db1", Optional.of("O'Neil \\"), Optional.of("Z"));

    private static List<@Nullable String> column(String name, String type, @Nullable String collation, String extra) {
        return Arrays.asList(name, type, collation, "NO", "", null, extra, "", "");
    }

    private static RekeyTexts texts() throws OperationRefused {
        return new RekeyTexts(
                TASK,
                RekeyedColumns.of(
                        TASK,
                        List.of(
                                column("Username", "varchar(40)", "latin1_swedish_ci", ""),
                                column("user_id", "bigint(20)", null, ""),
                                column("lower", "varchar(40)", "latin1_swedish_ci", "STORED GENERATED"),
                                column("x", "text", "utf8mb4_bin", "DEFAULT_GENERATED"))));
    }

    @Test
    void aPageEndsWhereAnIndexSays() throws OperationRefused {
        assertThat(texts().lastOfPage("db1", Optional.empty()))
                .isEqualTo("SELECT `username` FROM `db1`.`user_by_name` WHERE (user_id > 0 OR x = 'a'\n) ORDER BY"
                        + " `username` LIMIT 199, 1");
    }

    @Test
    void aCommentAtTheEndHidesNothingBehindIt() throws OperationRefused {
        assertThat(texts().keys(PAGE))
                .isEqualTo(
                        "SELECT `username`, `pinion bytes`, (LOWER(username) -- c\n) FROM (SELECT DISTINCT `username`,"
                                + " HEX(`username`) AS `pinion bytes` FROM `db1`.`user_by_name` WHERE (user_id > 0 OR x = 'a'\n)"
                                + " AND `username` > 'O\\'Neil \\\\' AND `username` <= 'Z') AS `user_by_name`");
    }

    @Test
    void aRowWithItsNewKeyIsLookedAtAsItWillBeStored() throws OperationRefused {
        assertThat(texts().changedAgain(new KeyPage("db1", Optional.empty(), Optional.empty())))
                .isEqualTo("SELECT `pinion old key` FROM (SELECT `user_id`, `x`, CONVERT((LOWER(username) -- c\n) USING"
                        + " latin1) COLLATE `latin1_swedish_ci` AS `username`, `username` AS `pinion old key` FROM"
                        + " `db1`.`user_by_name` WHERE (user_id > 0 OR x = 'a'\n) LIMIT"
                        + " 18446744073709551615) AS `user_by_name` WHERE (user_id > 0 OR"
                        + " x = 'a'\n) AND HEX(CONVERT((LOWER(username) -- c\n) USING latin1) COLLATE"
                        + " `latin1_swedish_ci`) <> HEX(`username`) LIMIT 1");
    }

    @Test
    void aChangeNamesTheKeyAndItsBytes() throws OperationRefused {
        assertThat(texts().change("O'Neil \\", "4F", "o'neil"))
                .isEqualTo("UPDATE `lookup`.`user_by_name` SET `username` = 'o\\'neil' WHERE `username` = 'O\\'Neil"
                        + " \\\\' AND HEX(`username`) = '4F' AND (user_id > 0 OR x = 'a'\n)");
    }

    @Test
    void numbersAreWrittenAsSuch() throws OperationRefused {
        RekeyTask task = new RekeyTask("lookup", "t", "n", "n + 1", "");
        RekeyTexts texts =
                new RekeyTexts(task, RekeyedColumns.of(task, List.of(column("n", "int(10) unsigned", null, ""))));
        assertThat(texts.change("7", "7", "8"))
                .isEqualTo("UPDATE `lookup`.`t` SET `n` = 8 WHERE `n` = 7 AND HEX(`n`) = '7' AND TRUE");
        assertThat(texts.columns().stored("n + 1")).isEqualTo("CAST((n + 1) AS UNSIGNED)");
        assertThat(new NewKey("00007", "7", "7").isTheOld(true)).isTrue();
        assertThat(new NewKey("00007", "7", "7").isTheOld(false)).isFalse();
        assertThat(new NewKey("7", "7", "7.0").isTheOld(true)).isFalse();
    }

    @Test
    void bytesAndEnumerationsAreNoKeysHere() {
        for (List<@Nullable String> key : List.of(
                column("username", "varbinary(40)", null, ""), column("username", "enum('a')", "utf8mb4_bin", ""))) {
            assertThatThrownBy(() -> RekeyedColumns.of(TASK, List.of(key)))
                    .hasMessageContaining("is neither a text nor a whole number");
        }
        assertThatThrownBy(() -> RekeyedColumns.of(TASK, List.of()))
                .hasMessageContaining("the shards have no column username");
    }
}
