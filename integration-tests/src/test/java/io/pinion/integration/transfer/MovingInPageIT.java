package io.pinion.integration.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.cli.Cli;
import io.pinion.cli.Transcript;
import io.pinion.config.settings.PairSettings;
import io.pinion.integration.pair.LooseServers;
import io.pinion.integration.pair.PairStage;
import io.pinion.integration.pair.PairlessCluster;
import io.pinion.integration.runbook.Prompt;
import io.pinion.integration.runbook.PromptSessions;
import io.pinion.integration.runbook.RunbookPage;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What docs/moving-in.md types, with a shop on an old server that is the home pair, and two empty servers. */
@OnEachServer(mysql = 3)
class MovingInPageIT {
    private static final Path PAGE = Path.of("../docs/moving-in.md");

    private Path directory;
    private PairStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path given) throws Exception {
        directory = given;
        stage = PairStage.start(product, given, PairSettings.DEFAULT);
        ShopStage.prepare(stage);
        stage.servers()
                .first()
                .execute(List.of(
                        "CREATE DATABASE shop CHARACTER SET utf8mb4",
                        "CREATE TABLE shop.users (id BIGINT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL)",
                        "CREATE TABLE shop.countries (code CHAR(2) PRIMARY KEY, name VARCHAR(40) NOT NULL)",
                        "CREATE TABLE shop.orders (id BIGINT PRIMARY KEY AUTO_INCREMENT, user_id BIGINT NOT NULL,"
                                + " total DECIMAL(8,2) NOT NULL, KEY (user_id))",
                        "CREATE TABLE shop.order_lines (user_id BIGINT NOT NULL, order_id BIGINT NOT NULL, line INT NOT"
                                + " NULL, what VARCHAR(40), PRIMARY KEY (user_id, order_id, line))",
                        "INSERT INTO shop.order_lines VALUES (1, 1, 1, 'a bolt'), (1, 1, 2, 'a nut'), (2, 3, 1, 'a nail')",
                        "CREATE TABLE shop.old_log (line TEXT)",
                        "INSERT INTO shop.users (name) VALUES ('ada'), ('ben'), ('cleo')",
                        "INSERT INTO shop.countries VALUES ('at', 'Austria'), ('is', 'Iceland')",
                        "INSERT INTO shop.orders (user_id, total) VALUES (1, 10), (1, 15), (2, 7.5), (1, 5)"));
        Jdbc.rows(
                stage.operator(),
                "CREATE PAIR old PRIMARY " + LooseServers.at(stage.servers().first()) + " AS HOME" + PairStage.LOGIN);
        Files.writeString(directory.resolve("tables.json"), tables());
    }

    /** As the page has it. */
    private static String tables() throws IOException {
        String page = Files.readString(PAGE);
        int begin = page.indexOf("```json-part\n") + "```json-part\n".length();
        return page.substring(begin, page.indexOf("```", begin));
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    @Test
    void whatThePageTypesIsAnsweredAsItSays() throws Exception {
        try (PromptSessions sessions = new PromptSessions(this::connect)) {
            RunbookPage.play(
                    PAGE,
                    prompt -> prompt.shell()
                            ? pinion(prompt.typed())
                            : Transcript.print(sessions.ask(prompt.place(), statement(prompt)), false));
        }
    }

    private Connection connect(String place) throws SQLException {
        return place.equals("mysql")
                ? stage.cluster().operator(0)
                : stage.cluster().connect(0, "shop", "", "app", PairlessCluster.PASSWORD);
    }

    /** The pairs of the test have no standbys. */
    private String statement(Prompt prompt) {
        List<String> ports = stage.servers().all().stream()
                .map(server -> "127.0.0.1:" + server.port())
                .toList();
        return prompt.typed()
                .replaceFirst(";$", "")
                .replaceFirst(" STANDBY '[^']*'", "")
                .replace("10.0.8.1:3306", ports.get(1))
                .replace("10.0.9.1:3306", ports.get(2))
                .replace("10.0.%", "127.0.0.1")
                .replace("'secret'", "'" + LooseServers.ROOT_PASSWORD + "'");
    }

    /** As on a terminal. */
    private static String format(String typed) {
        return typed.contains("--dry-run") ? "table" : "vertical";
    }

    private String pinion(String typed) throws IOException {
        String options = " --port=" + stage.cluster().port(0) + " --user=app --format=" + format(typed);
        Cli.Outcome outcome = new Cli()
                .environment(Map.of("PINION_PASSWORD", PairlessCluster.PASSWORD))
                .type(typed.replaceFirst("^pinion ", "") + options, directory);
        assertThat(outcome.exitStatus()).as(outcome.err()).isZero();
        return outcome.out();
    }
}
