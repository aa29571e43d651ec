package io.pinion.integration.pair;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.PairSettings;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.server.testing.Conditions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** The statements of docs/first-cluster.md, as they stand there but for addresses and the password, on empty servers. */
@OnEachServer(mysql = 3)
class FirstClusterIT {
    private static final Path PAGE = Path.of("../docs/first-cluster.md");

    private PairStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = PairStage.start(product, directory, PairSettings.DEFAULT);
    }

    @AfterEach
    void stop() throws Exception {
        // Null where there are no servers for the test.
        if (stage != null) {
            stage.stop();
        }
    }

    @Test
    void thePagesStatementsLeadToRows() throws Exception {
        List<String> statements = statements();

        assertThat(statements).hasSize(4);
        for (String statement : statements) {
            Jdbc.execute(stage.operator(), statement);
        }
        assertThat(Jdbc.value(stage.operator(), "SELECT name FROM shop.users")).isEqualTo("ada");
        assertThat(Jdbc.rows(stage.operator(), "SHOW SHARDS FROM shop").toString())
                .contains(shards() - 1 + "", "p1");
        // The standby makes all those tables, too.
        Conditions.await("an end of the faults", PairlessCluster.TIMEOUT.multipliedBy(2), () -> faults().isEmpty());
    }

    /** The page has one proxy, for which MySQL's default of {@code max_connections} is enough, and the test has two. */
    private List<String> faults() throws SQLException {
        return Jdbc.rows(stage.operator(), "CHECK SERVERS").stream()
                .filter(row -> !row.get(3).equals("max_connections"))
                .map(Object::toString)
                .toList();
    }

    /** A MySQL takes a tenth of a second to drop a database behind the test. */
    private int shards() {
        return product == ServerProduct.MARIADB ? 4096 : 64;
    }

    /** The block that makes the first pair. */
    private List<String> statements() throws Exception {
        String page = Files.readString(PAGE);
        int begin = page.indexOf("CREATE PAIR p1");
        String block = page.substring(begin, page.indexOf("```", begin));
        return block.lines()
                .map(line -> line.replace(
                                "10.0.1.1:3306",
                                "127.0.0.1:" + stage.servers().first().port())
                        .replace(
                                "10.0.1.2:3306",
                                "127.0.0.1:" + stage.servers().second().port())
                        .replace("SHARDS 4096", "SHARDS " + shards())
                        .replace("…", LooseServers.ROOT_PASSWORD)
                        .replace("10.0.%", "127.0.0.1")
                        .replaceAll(";$", ""))
                .toList();
    }
}
