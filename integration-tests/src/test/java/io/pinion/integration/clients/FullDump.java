package io.pinion.integration.clients;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A database with everything that a dump may hold, dumped by a dump program and loaded by a command line. */
final class FullDump {
    /** Makes the database's objects; a statement a line, as both servers take it. */
    static final List<String> OBJECTS = List.of(
            "CREATE TABLE dumped_authors (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40) NOT NULL DEFAULT 'it''s'"
                    + " COMMENT 'ä', born DATE, KEY by_name (name)) CHARSET utf8mb4",
            "CREATE TABLE dumped_books (id BIGINT UNSIGNED AUTO_INCREMENT PRIMARY KEY, author INT, title TEXT, cover BLOB,"
                    + " price DECIMAL(8,2), data JSON, kind ENUM('a','ö'), bits BIT(3), made TIMESTAMP(3) NULL,"
                    + " twice DECIMAL(8,2) AS (price * 2) VIRTUAL,"
                    + " CONSTRAINT dumped_written FOREIGN KEY (author) REFERENCES dumped_authors (id)) CHARSET utf8mb4",
            "CREATE TABLE dumped_parts (n INT PRIMARY KEY, t VARCHAR(9)) PARTITION BY RANGE (n)"
                    + " (PARTITION low VALUES LESS THAN (10), PARTITION high VALUES LESS THAN MAXVALUE)",
            "CREATE TABLE dumped_log (n INT)",
            "CREATE VIEW dumped_cheap AS SELECT id, title FROM dumped_books WHERE price < 5",
            "CREATE VIEW dumped_few AS SELECT title FROM dumped_cheap WHERE id < 3",
            "CREATE TRIGGER dumped_before BEFORE INSERT ON dumped_parts FOR EACH ROW SET NEW.t = UPPER(NEW.t)",
            "CREATE TRIGGER dumped_after AFTER INSERT ON dumped_parts FOR EACH ROW BEGIN"
                    + " INSERT INTO dumped_log VALUES (NEW.n); INSERT INTO dumped_log VALUES (-NEW.n); END",
            "CREATE FUNCTION dumped_double(n INT) RETURNS INT DETERMINISTIC RETURN n * 2",
            "CREATE PROCEDURE dumped_procedure(IN n INT, OUT m INT) BEGIN SET m = dumped_double(n); SELECT 'ä;', n; END",
            "CREATE EVENT dumped_event ON SCHEDULE EVERY 1 DAY STARTS '2037-01-01 00:00:00' DISABLE COMMENT 'never'"
                    + " DO BEGIN DELETE FROM dumped_log; DELETE FROM dumped_parts; END",
            "INSERT INTO dumped_authors (name, born) VALUES ('ä🥖', '1969-12-31'), ('', NULL), ('x\\\\y', '2026-01-01')",
            "INSERT INTO dumped_books (author, title, cover, price, data, kind, bits, made) VALUES (1, 'T\\n\\'\"', x'00ff5c27',"
                    + " 1.50, '{\"k\": [1, \"ä\"]}', 'ö', 5, '2026-02-28 12:00:00.123'), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)",
            "INSERT INTO dumped_parts VALUES (1, 'low'), (100, 'high')");

    private static final String[] EVERYTHING = {
        "--single-transaction", "--routines", "--triggers", "--events", "--hex-blob", "--default-character-set=utf8mb4"
    };

    private final InstalledProgram dump;
    private final InstalledProgram load;

    FullDump(InstalledProgram dump, InstalledProgram load) {
        this.dump = dump;
        this.load = load;
    }

    /** The lines of a dump, but for comments, which tell the host, the server's version and the time. */
    List<String> of(int port, String database, String... options) {
        var outcome = dump.with(InstalledProgram.login(port, EVERYTHING))
                .with(options)
                .run(Map.of(), database);
        assertThat(outcome.status()).as(outcome.output()).isZero();
        return outcome.output()
                .lines()
                .filter(line -> !line.startsWith("-- ") && !line.contains("Using a password"))
                .toList();
    }

    /** Loads what {@link #of} gave. */
    void loadInto(int port, String database, List<String> lines) throws Exception {
        Path file = Files.createTempFile("dump", ".sql");
        try {
            Files.write(file, lines);
            var outcome =
                    load.run(Map.of(), file, InstalledProgram.login(port, "--default-character-set=utf8mb4", database));
            assertThat(outcome.status()).as(outcome.output()).isZero();
        } finally {
            Files.delete(file);
        }
    }
}
