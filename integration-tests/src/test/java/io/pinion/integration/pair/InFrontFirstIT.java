package io.pinion.integration.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.cli.Cli;
import io.pinion.cli.Transcript;
import io.pinion.config.settings.PairSettings;
import io.pinion.integration.runbook.Prompt;
import io.pinion.integration.runbook.PromptSessions;
import io.pinion.integration.runbook.RunbookPage;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.server.ManagedServer;
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

/** What docs/in-front-first.md types, at a server that has a database {@code shop} and a second one that has none. */
@OnEachServer(mysql = 3)
class InFrontFirstIT {
    private static final Path PAGE = Path.of("../docs/in-front-first.md");
    private static final String APPLICATION = "shop";

    private Path directory;
    private PairStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path given) throws Exception {
        directory = given;
        stage = PairStage.start(product, given, PairSettings.DEFAULT);
        ManagedServer old = stage.servers().first();
        old.unfence();
        old.execute(List.of(
                "CREATE DATABASE shop CHARACTER SET utf8mb4",
                "CREATE TABLE shop.users (id BIGINT PRIMARY KEY AUTO_INCREMENT, name VARCHAR(40) NOT NULL,"
                        + " email VARCHAR(80))",
                "CREATE TABLE shop.orders (id BIGINT PRIMARY KEY AUTO_INCREMENT, user_id BIGINT NOT NULL,"
                        + " total DECIMAL(8,2) NOT NULL)",
                "INSERT INTO shop.users (name, email) VALUES ('ada', 'ada@example.com'), ('ben', 'ben@example.com'),"
                        + " ('cleo', NULL)",
                "INSERT INTO shop.orders (user_id, total) VALUES (1, 10), (1, 15), (2, 7.5), (1, 5)"));
        Files.writeString(directory.resolve("password.txt"), APPLICATION + "\n");
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
                            ? pinion(placed(prompt.typed()))
                            : Transcript.print(sessions.ask(prompt.place(), statement(prompt)), false));
        }
    }

    private Connection connect(String place) throws SQLException {
        return place.equals("mysql")
                ? stage.cluster().operator(0)
                : stage.cluster().connect(0, "shop", "", APPLICATION, APPLICATION);
    }

    private String statement(Prompt prompt) {
        return placed(prompt.typed()).replaceFirst(";$", "");
    }

    private String placed(String text) {
        return text.replace(
                        "10.0.7.1:3306", "127.0.0.1:" + stage.servers().first().port())
                .replace(
                        "10.0.7.2:3306", "127.0.0.1:" + stage.servers().second().port())
                .replace("10.0.%", "127.0.0.1")
                .replace("'secret'", "'" + LooseServers.ROOT_PASSWORD + "'");
    }

    /** As a shell runs it. */
    private String pinion(String typed) throws IOException {
        Cli.Outcome outcome = new Cli()
                .environment(Map.of("PINION_PASSWORD", PairlessCluster.PASSWORD))
                .type(
                        typed.replaceFirst("^pinion ", "") + " --port="
                                + stage.cluster().port(0) + " --user=app --format=table",
                        directory);
        assertThat(outcome.exitStatus()).as(outcome.err()).isZero();
        return outcome.out();
    }
}
