package io.pinion.routing.advice;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.text.lexer.SqlDialect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class UnshardedSchemaReaderTest {
    private static final String ORDERS = """
            USE `shop`;
            CREATE TABLE `orders` (
              `id` int(10) unsigned NOT NULL AUTO_INCREMENT COMMENT 'its, number',
              `user_id` bigint NOT NULL,
              `state` enum('New','it''s paid') CHARACTER SET latin1 NOT NULL DEFAULT 'New',
              `total` decimal(10,2) DEFAULT -1.50,
              `data` longtext CHARACTER SET utf8mb4 COLLATE utf8mb4_bin DEFAULT NULL CHECK (json_valid(`data`)),
              `twice` decimal(12,2) GENERATED ALWAYS AS (`total` * 2) STORED,
              `placed` timestamp NOT NULL DEFAULT current_timestamp() ON UPDATE current_timestamp(),
              PRIMARY KEY (`id`),
              UNIQUE KEY `once` (`user_id`,`placed`),
              KEY `state` (`state`),
              KEY `upper` ((upper(`state`))),
              CONSTRAINT `of_user` FOREIGN KEY (`user_id`) REFERENCES `users` (`id`) ON DELETE CASCADE
            ) ENGINE=InnoDB AUTO_INCREMENT=900 DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_unicode_ci;
            """;

    private static UnshardedSchema read(String sql, String... wanted) {
        return UnshardedSchemaReader.read(
                sql.getBytes(StandardCharsets.UTF_8),
                List.of(wanted).stream().findFirst(),
                "unnamed",
                SqlDialect.MARIADB,
                101106);
    }

    private static UnshardedTable orders() {
        return read(ORDERS).table("orders").orElseThrow();
    }

    private static Column column(String name) {
        return Objects.requireNonNull(orders().column(name));
    }

    @Test
    void ofColumnsIsKnownWhatStatementsArePlannedBy() {
        assertThat(column("id"))
                .isEqualTo(new Column("id", "int(10) unsigned", false, "PRI", Optional.empty(), "auto_increment"));
        assertThat(column("state").type()).isEqualTo("enum('New','it''s paid')");
        assertThat(column("state").collation()).contains("latin1_swedish_ci");
        assertThat(column("state").key()).isEqualTo("MUL");
        assertThat(column("total").nullable()).isTrue();
        assertThat(column("data").collation()).contains("utf8mb4_bin");
        assertThat(column("twice").extra()).isEqualTo("STORED GENERATED");
        assertThat(column("placed").type()).isEqualTo("timestamp");
    }

    @Test
    void keysAndParentsAndTheNextNumberAreKnown() {
        assertThat(orders().primaryKey()).containsExactly("id");
        assertThat(orders().counting()).contains("id");
        assertThat(orders().keys().stream().filter(UnshardedTable.TableKey::unique))
                .extracting(UnshardedTable.TableKey::columns)
                .containsExactly(List.of("id"), List.of("user_id", "placed"));
        assertThat(orders().parents())
                .containsExactly(new UnshardedTable.ParentKey(List.of("user_id"), "users", List.of("id")));
        assertThat(orders().rows()).hasValue(900);
    }

    @Test
    void theTablesOfOneDatabaseAreTakenAndTheOthersNamed() {
        UnshardedSchema schema = read(ORDERS + "USE crm; CREATE TABLE notes (id INT PRIMARY KEY);");

        assertThat(schema.database()).isEqualTo("shop");
        assertThat(schema.tables().keySet()).containsExactly("orders");
        assertThat(schema.notes()).containsExactly("the tables of database crm are left out: this is advice for shop");
        assertThat(read(ORDERS + "USE crm; CREATE TABLE notes (id INT PRIMARY KEY);", "crm")
                        .tables())
                .containsOnlyKeys("notes");
    }

    @Test
    void aTableWithoutAPrimaryKeyIsReadAndWhatCantBeIsNamed() {
        UnshardedSchema schema = read("""
                CREATE TABLE plain (a INT, b VARCHAR(10));
                CREATE TABLE copied AS SELECT * FROM plain;
                CREATE VIEW seen AS SELECT 1;
                CREATE TABLE broken (a INT;
                """);

        assertThat(schema.tables()).containsOnlyKeys("plain");
        assertThat(schema.notes())
                .anyMatch(note -> note.contains("CREATE TABLE copied"))
                .anyMatch(note -> note.startsWith("views are left out"))
                .anyMatch(note -> note.contains("CREATE TABLE broken"));
    }
}
