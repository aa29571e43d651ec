package io.pinion.routing.planner;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.plan.PlanText;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.lexer.SqlDialect;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Who has a keyspace of his own alone is answered as if the others weren't there. */
class HiddenKeyspacesTest {
    private static final Path CASES = Path.of("src/test/resources/cases");

    private static final Catalog BARE = new Catalog(
                    1, List.of(new Keyspace.Single("legacy", "MySQL001")), Optional.of("MySQL001"))
            .with(DemoCatalog.demo().schema());

    /** What those name that the cases don't. */
    private static final List<String> OTHERS = List.of(
            "CREATE DATABASE pinterest",
            "CREATE DATABASE IF NOT EXISTS pinterest",
            "CREATE OR REPLACE DATABASE pinterest",
            "CREATE DATABASE db00001",
            "CREATE DATABASE db99999",
            "CREATE DATABASE dbnew98",
            "ALTER DATABASE pinterest CHARACTER SET latin1",
            "DROP DATABASE pinterest",
            "DROP SCHEMA IF EXISTS pinterest",
            "DROP DATABASE db00001",
            "USE pinterest",
            "USE pinterest:7",
            "USE pinterest:5000",
            "USE db00001",
            "USE db99999",
            "SHOW CREATE DATABASE pinterest",
            "SHOW CREATE DATABASE IF NOT EXISTS pinterest",
            "SHOW CREATE PROCEDURE pinterest.p",
            "SHOW CREATE FUNCTION pinterest.f",
            "SHOW CREATE VIEW pinterest.pins",
            "SHOW CREATE TRIGGER pinterest.t",
            "SHOW CREATE EVENT pinterest.e",
            "SHOW CREATE SEQUENCE pinterest.s",
            "SHOW CREATE PACKAGE BODY pinterest.p",
            "SHOW CREATE TABLE pinterest.pins",
            "SHOW CREATE TABLE db00001.pins",
            "SHOW PROCEDURE CODE pinterest.p",
            "SHOW EVENTS FROM pinterest",
            "SHOW TRIGGERS FROM pinterest",
            "SHOW FULL TRIGGERS FROM pinterest",
            "SHOW OPEN TABLES FROM pinterest",
            "SHOW TABLES FROM pinterest",
            "SHOW TABLE STATUS FROM pinterest",
            "SHOW COLUMNS FROM pins FROM pinterest",
            "SHOW INDEX FROM pinterest.none",
            "DESCRIBE pinterest.pins",
            "RENAME TABLE pinterest.pins TO pinterest.others",
            "RENAME TABLE legacy.t TO pinterest.t",
            "CREATE TABLE legacy.t LIKE pinterest.pins",
            "CREATE TABLE pinterest.t LIKE legacy.t",
            "CREATE TABLE legacy.t AS SELECT * FROM pinterest.pins",
            "CREATE TABLE pinterest.t (a INT)",
            "CREATE VIEW pinterest.v AS SELECT 1",
            "CREATE SEQUENCE pinterest.s",
            "CREATE TRIGGER pinterest.t BEFORE INSERT ON pinterest.pins FOR EACH ROW SET @a = 1",
            "CREATE PROCEDURE pinterest.p() SELECT 1",
            "CREATE PROCEDURE legacy.p() DROP DATABASE pinterest",
            "CREATE PROCEDURE legacy.p() SELECT * FROM pinterest.pins",
            "CREATE EVENT pinterest.e ON SCHEDULE EVERY 1 DAY DO SELECT 1",
            "DROP PROCEDURE pinterest.p",
            "DROP TRIGGER pinterest.pinion_fence_x",
            "DROP EVENT IF EXISTS pinterest.e",
            "BEGIN NOT ATOMIC DROP DATABASE pinterest; END",
            "BEGIN NOT ATOMIC SELECT * FROM pinterest.pins; END",
            "CALL pinterest.p()",
            "SELECT pinterest.f()",
            "DO pinterest.f()",
            "SET @x = pinterest.f()",
            "SET @x = (SELECT data FROM pinterest.pins)",
            "SET sql_mode = (SELECT data FROM pinterest.pins)",
            "LOCK TABLES pinterest.pins READ",
            "LOCK TABLES pinterest.pins READ LOCAL, pinterest.boards READ LOCAL",
            "LOCK TABLES legacy.t READ, pinterest.pins READ",
            "FLUSH TABLES pinterest.pins",
            "FLUSH TABLES pinterest.pins WITH READ LOCK",
            "ANALYZE TABLE pinterest.pins",
            "CHECKSUM TABLE pinterest.pins",
            "TRUNCATE pinterest.pins",
            "HANDLER pinterest.pins OPEN",
            "TABLE pinterest.pins",
            "EXPLAIN ROUTE SELECT * FROM pinterest.pins",
            "EXPLAIN ROUTE DROP DATABASE pinterest",
            "EXPLAIN SELECT * FROM pinterest.pins",
            "EXPLAIN FOR SCHEMA pinterest SELECT 1",
            "EXPLAIN FOR SCHEMA pinterest SELECT * FROM pinterest.pins",
            "/* pinion: shard=7 */ SELECT 1",
            "/* pinion: shard=7 */ SELECT * FROM pins",
            "/* pinion: shard=7 */ SELECT * FROM pinterest.pins",
            "/* pinion: shard=pinterest:7 */ SELECT 1",
            "/* pinion: shard=5000 */ SELECT * FROM pinterest.pins",
            "/* pinion: shard=x */ SELECT * FROM pinterest.pins",
            "/* pinion: pair=MySQL002 */ SELECT 1",
            "SELECT * FROM pinterest.pins p JOIN lookup.ip_data i ON p.id = i.ip",
            "SELECT * FROM pinterest.pins, information_schema.tables",
            "SELECT * FROM information_schema.tables WHERE table_schema = 'pinterest'",
            "SELECT * FROM pinterest.none",
            "SELECT none FROM pinterest.pins",
            "SELECT * FROM pinterest.pins WHERE MATCH (data) AGAINST ('x')",
            "SELECT * FROM pinterest.pins WHERE id = 1",
            "SELECT * FROM pinterest.pins WHERE id = (",
            "INSERT INTO pinterest.pins (id) VALUES (1)",
            "INSERT INTO pinterest.pins (data) SELECT data FROM legacy.t",
            "INSERT INTO legacy.t SELECT data FROM pinterest.pins",
            "LOAD DATA LOCAL INFILE 'x' INTO TABLE pinterest.pins",
            "LOAD DATA INFILE 'x' INTO TABLE pinterest.pins",
            "LOAD XML LOCAL INFILE 'x' INTO TABLE pinterest.pins",
            "PREPARE p FROM 'SELECT * FROM pinterest.pins'",
            "PREPARE p FROM 'DROP DATABASE pinterest'",
            "EXECUTE IMMEDIATE 'DROP DATABASE pinterest'",
            "SET STATEMENT max_statement_time = 1 FOR DROP DATABASE pinterest",
            "XA START 'x'",
            "SELECT * FROM db00001.pins",
            "SELECT * FROM db99999.pins",
            "DELETE FROM pinterest.pins WHERE id IN (SELECT id FROM pinterest.none) LIMIT 1",
            "GRANT SELECT ON pinterest.* TO x",
            "SHOW GRANTS",
            "REPAIR pinterest.pins",
            "OPTIMISE pinterest.pins");

    static Stream<String> statements() throws IOException {
        List<String> all = new ArrayList<>(OTHERS);
        try (Stream<Path> files = Files.list(CASES.resolve("routing"))) {
            for (Path file : files.sorted().toList()) {
                for (Cases.Case next : Cases.read(file).cases()) {
                    if (next.setting("importing") == null && next.setting("charset") == null) {
                        all.add(next.sql());
                        all.add(qualified(next));
                    }
                }
            }
        }
        return all.stream().filter(Predicate.not(String::isBlank)).distinct();
    }

    /** With the keyspace of the case before its first tables. */
    private static String qualified(Cases.Case next) {
        String keyspace = next.setting("use");
        return keyspace == null || !keyspace.matches("pinterest|lookup|club")
                ? next.sql()
                : next.sql()
                        .replaceAll(
                                "(?i)\\b(FROM|JOIN|INTO|UPDATE|TABLE|TABLES|ON|VIEW|PROCEDURE|FUNCTION|DESCRIBE)\\s+(?=\\w+\\b(?!\\.))(?!SELECT)",
                                "$1 " + keyspace + ".");
    }

    @ParameterizedTest
    @MethodSource("statements")
    void answersAsIfOnlyTheUsersOwnWereThere(String sql) {
        for (String database : List.of("", "legacy")) {
            for (SqlDialect dialect : SqlDialect.values()) {
                for (boolean prepared : List.of(false, true)) {
                    assertThat(answer(DemoCatalog.demo(), dialect, database, sql, prepared))
                            .as("%s of %s in '%s'", prepared ? "preparation" : "text", dialect, database)
                            .isEqualTo(answer(BARE, dialect, database, sql, prepared));
                }
            }
        }
    }

    private static String answer(Catalog catalog, SqlDialect dialect, String database, String sql, boolean prepared) {
        SessionView limited = TestSessions.of(
                database.isEmpty() ? List.of("rights: legacy") : List.of("rights: legacy", "use: " + database));
        RoutePlanner planner =
                DemoPlanner.of(new PlanCache(100), dialect, dialect == SqlDialect.MYSQL ? 90700 : 101119);
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        RoutePlan plan = prepared ? planner.describe(catalog, limited, text) : planner.plan(catalog, limited, text);
        return PlanText.of(plan);
    }
}
