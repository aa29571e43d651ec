package io.pinion.integration.pair;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pinion.config.settings.PairSettings;
import io.pinion.config.source.TopologyEditor.Outcome;
import io.pinion.config.topology.TopologyWriter;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.ManagedServer;
import io.pinion.operations.server.ServerAccount;
import io.pinion.server.testing.Conditions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;

/** What docs/servers/replication.md says by hand, as it stands there but for addresses and passwords. */
@OnEachServer(mysql = 3)
class ReplicationPageIT {
    private static final Path PAGE = Path.of("../docs/servers/replication.md");
    private static final ObjectMapper JSON = new ObjectMapper();

    private PairStage stage;

    @Parameter
    ServerProduct product;

    @BeforeEach
    void start(@TempDir Path directory) throws Exception {
        stage = PairStage.start(product, directory, PairSettings.DEFAULT);
        for (ManagedServer server : servers()) {
            server.createAccounts(Stream.of(AccountRole.values())
                    .map(role -> ServerAccount.of(role, "127.0.0.1", role.name().toLowerCase(Locale.ROOT) + "-secret"))
                    .toList());
            server.fence(Duration.ofSeconds(5));
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
    void thePagesStatementsMakeAPairThatCanBePromoted() throws Exception {
        String kind = product == ServerProduct.MARIADB ? "mariadb" : "mysql";
        stage.servers().second().execute(statements("standby " + kind));
        stage.servers().first().execute(statements("primary " + kind));

        ObjectNode document = (ObjectNode)
                JSON.readTree(new TopologyWriter().write(stage.cluster().topologyNow()));
        document.setAll((ObjectNode) JSON.readTree("{" + placed(block("json-part")) + "}"));

        assertThat(stage.cluster().editor().set(document.toString(), OptionalLong.empty()))
                .isInstanceOf(Outcome.Written.class);
        Conditions.await(
                () -> Jdbc.rows(stage.operator(), "SHOW PAIRS").toString().contains("both ways"));
        assertThat(Jdbc.rows(stage.operator(), "PROMOTE PAIR p1").getFirst().get(1))
                .isEqualTo("p1B");
    }

    private List<ManagedServer> servers() {
        return List.of(stage.servers().first(), stage.servers().second());
    }

    private List<String> statements(String where) throws Exception {
        return Stream.of(placed(block("sql " + where)).split(";\n"))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList();
    }

    private static String block(String info) throws Exception {
        Matcher block =
                Pattern.compile("```" + info + "\n(.*?)```", Pattern.DOTALL).matcher(Files.readString(PAGE));
        assertThat(block.find()).as(info).isTrue();
        return block.group(1);
    }

    private String placed(String text) {
        String placed = text.replace("'secret'", "'replication-secret'");
        for (int index = 0; index < 2; index++) {
            String host = "10.0.1." + (index + 1);
            int port = servers().get(index).port();
            placed = placed.replaceAll(host + "', (\\w+)=3306", "127.0.0.1', $1=" + port)
                    .replace(host + ":3306", "127.0.0.1:" + port);
        }
        return placed;
    }
}
