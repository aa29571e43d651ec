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
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What docs/resharding.md types, with a keyspace of 64 shards on two servers. */
@OnEachServer(mysql = 3)
class ReshardingPageIT {
    private static final Path PAGE = Path.of("../docs/resharding.md");

    private PairStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = PairStage.start(product, directory, PairSettings.DEFAULT);
        ShopStage.prepare(stage);
        for (int server = 0; server < 2; server++) {
            Jdbc.rows(
                    stage.operator(),
                    "CREATE PAIR p" + (server + 1) + " PRIMARY "
                            + LooseServers.at(stage.servers().all().get(server)) + PairStage.LOGIN);
        }
        Jdbc.rows(stage.operator(), "CREATE KEYSPACE users MOD SHARDS 64 ON PAIRS p1, p2");
        try (Connection client = connect("app")) {
            Jdbc.execute(
                    client,
                    "CREATE TABLE people (name VARCHAR(40) COLLATE utf8mb4_bin PRIMARY KEY, city VARCHAR(40)) COMMENT"
                            + " 'pinion: hashed key=name'");
            Jdbc.execute(
                    client,
                    "CREATE TABLE notes (id BIGINT PRIMARY KEY, name VARCHAR(40) COLLATE utf8mb4_bin NOT NULL, note"
                            + " VARCHAR(40)) COMMENT 'pinion: hashed key=name sequence=id'");
            for (int person = 1; person < 300; person++) {
                Jdbc.execute(client, "INSERT INTO people VALUES ('person " + person + "', 'Wien')");
            }
            Jdbc.execute(client, "INSERT INTO people VALUES ('ada', 'Linz')");
            Jdbc.execute(
                    client, "INSERT INTO notes (name, note) VALUES ('ada', 'one'), ('ben', 'two'), ('ada', 'three')");
        }
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
                            ? pinion(prompt)
                            : Transcript.print(
                                    sessions.ask(prompt.place(), prompt.typed().replaceFirst(";$", "")), false));
        }
    }

    private Connection connect(String place) throws SQLException {
        return place.equals("mysql")
                ? stage.cluster().operator(0)
                : stage.cluster().connect(0, "users", "", "app", PairlessCluster.PASSWORD);
    }

    private String pinion(Prompt prompt) throws IOException {
        String typed = prompt.typed();
        // As on a terminal.
        String format = typed.contains("--dry-run") ? "table" : "vertical";
        Cli.Outcome outcome = new Cli()
                .environment(Map.of("PINION_PASSWORD", PairlessCluster.PASSWORD))
                .type(
                        typed.replaceFirst("^pinion ", "") + " --port="
                                + stage.cluster().port(0) + " --user=app --format=" + format,
                        Path.of(""));
        assertThat(outcome.exitStatus()).as(outcome.err()).isZero();
        return outcome.out();
    }
}
