package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.routing.catalog.GlobalId;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** Tables with integer keys become objects with global ids, mappings and lookups, while the old application writes. */
@OnEachServer(mysql = 3)
class ArticleIT {
    private static final int WRITERS = 6;
    private static final int TURNS = 300;

    private ArticleStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = ArticleStage.start(product, directory, PairSettings.DEFAULT);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    @Test
    void integersBecomeIdsAndIntegersAgain() throws Exception {
        assertThat(Jdbc.lines(stage.operator(), "EXPLAIN " + ArticleStage.STATEMENT))
                .anyMatch(
                        step -> step.contains("SELECT … FROM boards | rows of user_has_boards arise and go to shards by"
                                + " owner; global ids in board_id, owner"))
                .anyMatch(step -> step.contains("as objects; each shard"));
        String number;
        try (OldApplication old = OldApplication.start(stage, WRITERS)) {
            old.awaitMore(TURNS);
            number = imported();
            old.awaitNoticed();
        }
        stage.requireEqual();

        long user = stage.idOfUser("user 7");
        assertThat(new GlobalId(user).local()).isEqualTo(7);
        long board;
        long pin;
        long given;
        try (Connection application = stage.client(1)) {
            board = Jdbc.insert(application, "INSERT INTO boards (user_id, title) VALUES (" + user + ", 'new')");
            pin = Jdbc.insert(
                    application,
                    "INSERT INTO pins (board_id, user_id, url) VALUES (" + board + ", " + user + ", 'http://new')");
            Jdbc.execute(application, "INSERT INTO board_pins VALUES (" + board + ", " + pin + ", 1)");
            Jdbc.execute(application, "INSERT INTO user_has_boards VALUES (" + user + ", " + board + ", 0)");
            Jdbc.execute(application, "INSERT INTO usernames VALUES ('newcomer', " + user + ")");
            Jdbc.execute(application, "UPDATE users SET turns = 77, mood = 'ÿ' WHERE id = " + user);
            Jdbc.execute(
                    application,
                    "UPDATE users SET turns = turns + 1, born = NOW() WHERE id = " + stage.idOfUser("user 9"));
            Jdbc.insert(
                    application,
                    "INSERT INTO users (name, turns, motto, prefs) VALUES ('newcomer', 3, 'x\\ty', '[1]')");
            assertThat(Jdbc.column(
                            application,
                            "SELECT b.title FROM user_has_boards m JOIN boards b ON b.id = m.board_id WHERE m.owner = "
                                    + user))
                    .containsExactlyInAnyOrder("first", "é", "new");
            String last = "shop%05d.pins".formatted(ArticleStage.SHARDS - 1);
            given = Jdbc.insert(
                    application,
                    "INSERT INTO " + last + " (board_id, user_id, url) VALUES (" + board + ", " + user + ", 'gone')");
            Jdbc.execute(application, "DELETE FROM " + last + " WHERE url = 'gone'");
            // An old integer is no id; the row is gone again when REVERT comes to it.
            Jdbc.execute(application, "INSERT INTO board_pins VALUES (" + board + ", 17, 1), (" + board + ", 0, 1)");
            Jdbc.execute(application, "DELETE FROM board_pins WHERE board_id = " + board + " AND pin_id = 17");
            long gone = stage.idOfUser("user 8");
            assertThat(updated(application, "DELETE FROM users WHERE id = " + gone))
                    .isEqualTo(1);
            assertThat(updated(application, "DELETE FROM usernames WHERE username = 'name8'"))
                    .isEqualTo(1);
            long note = Jdbc.insert(
                    application, "INSERT INTO notes (kind, note, board_id) VALUES ('x', 'new', " + board + ")");
            assertThat(new GlobalId(note).shard()).isEqualTo(new GlobalId(board).shard());
            assertThat(Jdbc.column(application, "SELECT id FROM users WHERE local_id = 7"))
                    .containsExactly(String.valueOf(user));
            assertThat(Jdbc.value(application, "EXPLAIN ROUTE SELECT id FROM users WHERE local_id = 7"))
                    .startsWith("single shard");
            assertThat(Jdbc.value(application, "SELECT user_id FROM devices WHERE token = 'e3b0c442-98fc-1c14'"))
                    .isEqualTo(String.valueOf(user));
            assertThat(Jdbc.lines(
                            application,
                            "SELECT b.title, p.url FROM board_pins m JOIN boards b ON b.id = m.board_id JOIN pins p ON"
                                    + " p.id = m.pin_id WHERE m.board_id = " + board))
                    .containsExactly("new | http://new");
            assertThat(Jdbc.value(application, "SELECT user_id FROM usernames WHERE username = 'name7'"))
                    .isEqualTo(String.valueOf(user));
        }

        stage.revert(number);
        assertThat(
                        stage.atHome(
                                "SELECT turns, mood, HEX(motto), seen FROM users WHERE id = 7 OR name = 'newcomer' ORDER BY id"))
                .containsExactly("77 | ÿ | 5C200A00F09F98802037 | null", "3 | null | 780979 | null");
        assertThat(stage.atHome("SELECT turns, ABS(TIMESTAMPDIFF(HOUR, born, NOW())) < 25 FROM users WHERE id = 9"))
                .containsExactly("1 | 1");
        assertThat(stage.atHome(
                        "SELECT u.turns, b.title, p.url, p.user_id, n.username FROM board_pins m JOIN boards b ON"
                                + " b.id = m.board_id JOIN pins p ON p.id = m.pin_id JOIN users u ON u.id = b.user_id JOIN usernames"
                                + " n ON n.user_id = u.id WHERE b.id = " + new GlobalId(board).local()
                                + " ORDER BY n.username"))
                .containsExactly("77 | new | http://new | 7 | name7", "77 | new | http://new | 7 | newcomer");
        assertThat(stage.atHome("SELECT pin_id FROM board_pins WHERE pin_id IN (0, 17) AND board_id = "
                        + new GlobalId(board).local()))
                .containsExactly("0");
        assertThat(stage.atHome("SELECT COUNT(*) FROM users WHERE id = 8")).containsExactly("0");
        assertThat(stage.atHome("SELECT note FROM notes WHERE board_id = " + new GlobalId(board).local()))
                .containsExactly("new");

        try (Connection application = stage.client(1)) {
            assertThat(Jdbc.insert(
                            application, "INSERT INTO pins (board_id, user_id, url) VALUES (1, 1, 'http://home')"))
                    .as("not the number of an object that is gone")
                    .isGreaterThan(given);
        }
        try (OldApplication old = OldApplication.start(stage, WRITERS)) {
            old.awaitMore(TURNS);
            String again = imported();
            old.awaitNoticed();
            stage.requireEqual();
            assertThat(Jdbc.rows(stage.operator(), "FINISH OPERATION " + again).toString())
                    .contains("stays on pair old");
        }
    }

    private String imported() throws SQLException {
        String number =
                Jdbc.rows(stage.operator(), ArticleStage.STATEMENT).getFirst().getFirst();
        String end = stage.awaitEnd(number);
        System.out.println(end);
        assertThat(end).contains("waiting").contains("handed over, after a pause of");
        return number;
    }

    private static int updated(Connection client, String sql) throws SQLException {
        try (Statement statement = client.createStatement()) {
            return statement.executeUpdate(sql);
        }
    }
}
