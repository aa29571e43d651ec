package io.pinion.routing.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Declaration;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class AdvisorTest {
    private static final String SCHEMA = """
            CREATE TABLE users (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, email VARCHAR(90) NOT NULL,
              UNIQUE KEY (email)) AUTO_INCREMENT=900000;
            CREATE TABLE orders (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, user_id INT NOT NULL,
              country CHAR(2) NOT NULL) AUTO_INCREMENT=900000;
            CREATE TABLE countries (code CHAR(2) COLLATE utf8mb4_bin NOT NULL PRIMARY KEY, name VARCHAR(50));
            CREATE TABLE sessions (token VARCHAR(40) NOT NULL PRIMARY KEY, data TEXT);
            CREATE TABLE shops (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, name VARCHAR(50)) AUTO_INCREMENT=40;
            CREATE TABLE sales (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, shop_id INT NOT NULL) AUTO_INCREMENT=900000;
            """;
    private static final String OF_USER =
            "SELECT o.id, c.name FROM orders o JOIN countries c ON c.code = o.country WHERE o.user_id = ";

    private final List<LoggedStatement> log = new ArrayList<>();

    private void ran(long connection, String sql) {
        ran(connection, sql, 1);
    }

    private void ran(long connection, String sql, int times) {
        for (int time = 0; time < times; time++) {
            log.add(new LoggedStatement(
                    sql.getBytes(StandardCharsets.UTF_8), Optional.empty(), OptionalLong.of(connection), 10));
        }
    }

    private Advice advice(int maxShapes) {
        UnshardedSchema schema = UnshardedSchemaReader.read(
                SCHEMA.getBytes(StandardCharsets.UTF_8), Optional.empty(), "shop", SqlDialect.MARIADB, 101106);
        Advisor advisor = new Advisor(
                schema, SqlDialect.MARIADB, 101106, "utf8mb4", new Proposal.Layout(64, List.of("p", "q")), maxShapes);
        log.forEach(advisor::learn);
        advisor.propose();
        log.forEach(advisor::judge);
        return advisor.advice();
    }

    private Declaration declaration(String table) {
        return advice(100).tables().stream()
                .filter(of -> of.name().equals(table))
                .findFirst()
                .orElseThrow()
                .declaration();
    }

    @Test
    void aTableIsHashedByTheColumnThatStatementsAskBy() {
        ran(1, OF_USER + "7", 9);
        ran(1, "SELECT * FROM orders WHERE id = 3");

        assertThat(declaration("orders")).isEqualTo(new Declaration.HashedRows("user_id", Optional.of("id")));
    }

    @Test
    void aTableThatIsJoinedAndHardlyWrittenIsAReference() {
        ran(1, OF_USER + "7", 9);

        assertThat(declaration("countries")).isEqualTo(new Declaration.ReferenceRows(Optional.empty()));
        assertThat(advice(100).notes()).singleElement().asString().startsWith("how many rows countries");
    }

    @Test
    void aSmallTableIsWithTheRowsThatHaveItsIds() {
        ran(1, "SELECT name FROM shops WHERE id = 3", 9);
        ran(1, "SELECT * FROM sales WHERE shop_id = 3");

        assertThat(declaration("sales")).isEqualTo(new Declaration.HashedRows("shop_id", Optional.of("id")));
        assertThat(declaration("shops")).isEqualTo(new Declaration.HashedRows("id", Optional.of("id")));
    }

    @Test
    void aTableWhoseOnlyKeyComparesInexactlyIsNotHashed() {
        ran(1, "SELECT data FROM sessions WHERE token = 'a'");

        assertThat(declaration("sessions")).isEqualTo(new Declaration.ReferenceRows(Optional.empty()));
    }

    @Test
    void statementsAreCountedByWhatBecomesOfThem() {
        ran(1, "SELECT * FROM users WHERE id = 5", 6);
        ran(1, "SELECT * FROM users WHERE id IN (5, 6, 7)", 2);
        ran(1, "SELECT * FROM users WHERE email = 'a@example.org'");
        ran(1, "SELECT GROUP_CONCAT(email) FROM users");
        ran(1, "CALL nightly()");
        ran(1, "SET NAMES utf8mb4");
        ran(1, "SELECT * FROM crm.notes");

        Shares shares = advice(100).shares();

        assertThat(shares.count(StatementScope.ONE_SHARD)).isEqualTo(6);
        assertThat(shares.count(StatementScope.FEW_SHARDS)).isEqualTo(2);
        assertThat(shares.count(StatementScope.ALL_SHARDS)).isOne();
        assertThat(shares.count(StatementScope.GATHERED)).isOne();
        assertThat(shares.count(StatementScope.REFUSED)).isOne();
        assertThat(shares.count(StatementScope.NO_SHARD)).isOne();
        assertThat(shares.count(StatementScope.ELSEWHERE)).isOne();
        assertThat(shares.micros(StatementScope.ONE_SHARD)).isEqualTo(60);
    }

    @Test
    void aRefusalIsThePlanners() {
        ran(1, "SELECT * FROM users WHERE id = 5", 6);
        ran(1, "CALL nightly()");

        assertThat(advice(100).worst()).singleElement().satisfies(shape -> {
            assertThat(shape.scope()).isEqualTo(StatementScope.REFUSED);
            assertThat(shape.reason()).startsWith("CALL needs all shards of shop");
        });
    }

    @Test
    void transactionsOnSeveralShardsAreCounted() {
        ran(1, "BEGIN");
        ran(1, "UPDATE users SET email = 'a' WHERE id = 1");
        ran(2, "SET autocommit=0");
        ran(2, "UPDATE users SET email = 'a' WHERE id = 1");
        ran(1, "UPDATE users SET email = 'b' WHERE id = 2");
        ran(2, "UPDATE users SET email = 'b' WHERE id = 1");
        ran(1, "COMMIT");
        ran(2, "ROLLBACK");

        assertThat(advice(100).transactions()).isEqualTo(new Advice.Transactions(2, 1));
    }

    /** The log of an application that reads the number of the new row, and that of one which leaves it to the server. */
    @Test
    void aChildIsWhereItsNewParentIs() {
        ran(1, "SELECT * FROM users WHERE id = 5", 9);
        ran(1, OF_USER + "7", 9);
        ran(1, "BEGIN");
        ran(1, "INSERT INTO users (email) VALUES ('a')");
        ran(1, "INSERT INTO orders (user_id, country) VALUES (4711, 'DE')", 2);
        ran(1, "UPDATE users SET email = 'b' WHERE id = 4711");
        ran(1, "COMMIT");
        ran(1, "BEGIN");
        ran(1, "INSERT INTO users (email) VALUES ('c')");
        ran(1, "INSERT INTO orders (user_id, country) VALUES (LAST_INSERT_ID(), 'DE')");
        ran(1, "UPDATE users SET email = 'd' WHERE id = 4712");
        ran(1, "COMMIT");

        assertThat(advice(100).transactions()).isEqualTo(new Advice.Transactions(2, 0));
    }

    /** No log tells the number of the first one, which is all that its transaction does besides. */
    @Test
    void anotherRowIsOnAnotherShardIfItsNumberIsNamed() {
        ran(1, "SELECT * FROM users WHERE id = 5", 9);
        ran(1, OF_USER + "7", 9);
        ran(1, "BEGIN");
        ran(1, "UPDATE users SET email = 'b' WHERE id = 5");
        ran(1, "INSERT INTO users (email) VALUES ('a')");
        ran(1, "COMMIT");
        ran(1, "BEGIN");
        ran(1, "INSERT INTO users (email) VALUES ('a')");
        ran(1, "INSERT INTO orders (user_id, country) VALUES (4711, 'DE')", 2);
        ran(1, "UPDATE users SET email = 'b' WHERE id = 5");
        ran(1, "COMMIT");

        assertThat(advice(100).transactions()).isEqualTo(new Advice.Transactions(2, 1));
    }

    @Test
    void whatIsSetForTheWholeServerIsNoStatementOfTheApplication() {
        ran(1, "SELECT * FROM users WHERE id = 5", 6);
        ran(1, "SET GLOBAL general_log = ON");
        ran(1, "SET @@GLOBAL.general_log = OFF");

        assertThat(advice(100).shares().count()).isEqualTo(6);
        assertThat(advice(100).shapes()).isOne();
    }

    @Test
    void shapesBeyondTheBoundAreCountedButNotListed() {
        ran(1, "SELECT * FROM users WHERE id = 5", 6);
        ran(1, "SELECT * FROM orders WHERE user_id = 5", 3);

        Advice advice = advice(1);

        assertThat(advice.shapes()).isOne();
        assertThat(advice.unlisted()).isEqualTo(3);
        assertThat(advice.shares().count()).isEqualTo(9);
    }

    @Test
    void insertsOfSeveralNumbersOfRowsAreOneShape() {
        ran(1, "INSERT INTO users (id, email) VALUES (1, 'a')");
        ran(1, "INSERT INTO users (id, email) VALUES (1, 'a'), (2, 'b')");
        ran(1, "INSERT INTO users (id, email) VALUES (1, 'a'), (2, 'b'), (3, 'c')");

        assertThat(advice(100).shapes()).isEqualTo(2);
    }

    @Test
    void anInsertOfManyRowsIsRead() {
        ran(1, "INSERT INTO users (id, email) VALUES " + "(5, 'a'), ".repeat(50_000) + "(5, 'a')");

        assertThat(advice(100).shapes()).isEqualTo(1);
    }

    @Test
    void columnsThatPlaceNoRowsAndAreAskedByAreNamed() {
        ran(1, "SELECT * FROM users WHERE id = 5", 6);
        ran(1, "SELECT * FROM users WHERE email = 'a@example.org'", 2);

        assertThat(advice(100).lookups()).containsExactly(new Advice.AskedColumn("users", "email", 2, 20));
    }

    @Test
    void warningsAreThoseOfTheDefinition() {
        ran(1, "SELECT * FROM users WHERE id = 5");

        assertThat(advice(100).tables().getFirst().warnings())
                .containsExactly("the key (email) of users is unique on each shard, not over all of them");
    }
}
