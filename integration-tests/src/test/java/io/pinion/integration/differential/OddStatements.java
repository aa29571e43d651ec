package io.pinion.integration.differential;

import io.pinion.integration.testing.Dice;
import java.util.List;
import java.util.stream.Stream;

/**
 * What few programs send and some depend on: databases that are dropped, character sets, stored
 * code with cursors, tables without transactions, settings that hardly anybody knows. Lists of processes and KILL are Pinion's own matter and have their own tests.
 */
final class OddStatements {
    private static final List<String> DATABASES = List.of(
            "DROP DATABASE IF EXISTS nosuchdatabase",
            "DROP SCHEMA nosuchdatabase",
            "SHOW CREATE DATABASE nosuchdatabase",
            "SELECT DATABASE() IS NULL",
            "ALTER DATABASE nosuchdatabase CHARACTER SET latin1");

    private static final List<String> CHARACTER_SETS = List.of(
            "SET NAMES latin2",
            "SET NAMES ascii",
            "SET NAMES cp1250",
            "SET NAMES binary",
            "SET character_set_client = latin1",
            "SET character_set_connection = cp1251",
            "SET character_set_results = latin7",
            "SELECT CHARSET('a'), COLLATION('a'), COERCIBILITY('a')",
            "SELECT 'ä€', HEX('ä€'), LENGTH('ä€')",
            "SELECT _latin1 x'e4', _utf8mb4 x'e282ac', N'ä'",
            "SELECT HEX(CONVERT('ä€' USING latin1)), CONVERT(x'e4' USING latin1)",
            "SELECT 'a' COLLATE utf8mb4_bin = 'A'",
            "SELECT ch = 'Ä', la = 'É' COLLATE latin1_swedish_ci FROM texts ORDER BY id",
            "SELECT 'ä' AS ä, vc AS `grün` FROM texts ORDER BY id");

    private static final List<String> ROUTINES =
            List.of("CALL reads_by_cursor()", "CALL rows_behind_cursor()", "CALL cursor_of_nothing(@b)", "SELECT @b");

    private static final List<String> WITHOUT_TRANSACTIONS = List.of(
            "INSERT INTO plain (n) VALUES (1), (2)",
            "INSERT INTO plain VALUES (1, 1), (1, 2)",
            "UPDATE plain SET n = n + 1",
            "UPDATE plain, auto SET plain.n = 5, auto.n = 'both' WHERE plain.id = auto.id",
            "DELETE FROM plain WHERE n > 2",
            "REPLACE INTO plain VALUES (2, 7)",
            "SELECT * FROM plain ORDER BY id",
            "TRUNCATE plain",
            "LOCK TABLES plain WRITE",
            "UNLOCK TABLES",
            "CHECK TABLE nosuch");

    private static final List<String> SETTINGS = List.of(
            "SET completion_type = 'CHAIN'",
            "SET completion_type = DEFAULT",
            "SET sql_auto_is_null = 1",
            "SET sql_mode = 'PAD_CHAR_TO_FULL_LENGTH'",
            "SET sql_mode = 'REAL_AS_FLOAT,ONLY_FULL_GROUP_BY'",
            "SET sql_mode = 'IGNORE_SPACE,NO_UNSIGNED_SUBTRACTION'",
            "SET sql_mode = 'TRADITIONAL'",
            "SET default_storage_engine = InnoDB",
            "SET default_storage_engine = DEFAULT",
            "SET lc_time_names = 'fr_FR'",
            "SELECT DATE_FORMAT('2024-02-29', '%W %M')",
            // lc_messages isn't among them: Pinion's own errors are English.
            // Nor is default_week_format: Pinion refuses definitions of tables in a session that has set it.
            // Less than 64 is adjusted with a warning, and an error where Pinion says it again under a strict sql_mode.
            "SET max_sort_length = 64",
            "SET sql_big_selects = 1",
            "SET low_priority_updates = 1",
            "SET sql_quote_show_create = 0",
            "SET sql_quote_show_create = 1",
            "SET updatable_views_with_limit = 0",
            "SET old_alter_table = 1",
            "SET optimizer_switch = 'index_merge=off'",
            "SET rand_seed1 = 5, rand_seed2 = 6",
            "SELECT RAND() BETWEEN 0 AND 1",
            "SET session_track_schema = 0");

    private static final List<String> ALL = Stream.of(
                    DATABASES, CHARACTER_SETS, ROUTINES, WITHOUT_TRANSACTIONS, SETTINGS)
            .flatMap(List::stream)
            .toList();

    private OddStatements() {}

    static ScriptDraft draw(Dice dice) {
        return ScriptDraft.of(dice.oneOf(ALL));
    }
}
