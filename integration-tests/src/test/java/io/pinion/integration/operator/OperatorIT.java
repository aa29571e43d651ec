package io.pinion.integration.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.HttpSettings;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.server.bootstrap.RunningProxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** What an operator sees of a real proxy in front of real servers, with the topology in a real ZooKeeper. */
@ExtendWith(SharedDemo.Provider.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperatorIT {
    private static final Duration TIMEOUT = Duration.ofSeconds(20);

    private final SharedDemo demo;
    private final RunningProxy proxy;
    private final OperatorShell shell;
    private final HttpClient http = HttpClient.newHttpClient();

    OperatorIT(SharedDemo demo) throws Exception {
        this.demo = demo;
        proxy = demo.startProxy(settings -> settings.withHttp(new HttpSettings(true, "127.0.0.1", 0)));
        shell = new OperatorShell(proxy.address().getPort(), demo.zookeeperConnect(), demo.cluster());
    }

    @AfterAll
    void stop() throws Exception {
        http.close();
        proxy.close();
        demo.restore();
    }

    @Test
    void showsShardsIdsAndKeysThroughTheCommandLine() {
        assertThat(shell.show("shards", "from", "pinterest"))
                .contains("pinterest\t3429\tMySQL002\tMySQL002A\tNULL\topen");
        assertThat(shell.show("id", "241294492511762325"))
                .contains("241294492511762325\tpinterest\t3429\t1\tpins\t7075733\tMySQL002\tMySQL002A\tdb03429\topen");
        assertThat(shell.show("key", "'1.2.3.4'", "in", "lookup"))
                .contains("md5 mod 4096\t1537\t")
                .contains("msdb01537");
    }

    @Test
    void showsItsSessionsPoolsAndSource() {
        assertThat(shell.show("sessions")).contains("\tadmin\t127.0.0.1:");
        assertThat(shell.show("pools")).startsWith("pair\tserver\taccount\tbusy");
        assertThat(shell.show("topology", "status"))
                .contains("state\tconnected")
                .contains("refused\tNULL");
    }

    @Test
    void explainsAMisspeltStatement() {
        assertThat(shell.failingShow("shardz")).contains("error 1064", "Did you mean SHOW SHARDS?");
        assertThat(shell.failingShow("money")).contains("error 1064");
    }

    @Test
    void aChangedTopologyIsServedByEveryProxyInTheList() {
        String address = "127.0.0.1:" + proxy.address().getPort();
        shell.await(TIMEOUT, () -> shell.show("proxies").contains(address + "\t" + address + "\ttest\t"));

        long generation =
                shell.changeTopology(json -> json.replaceFirst("(\"home\"\\s*:\\s*)\"MySQL001\"", "$1\"MySQL002\""));

        shell.await(TIMEOUT, () -> shell.show("proxies").contains("\ttest\t" + generation + "\t"));
        assertThat(shell.show("topology", "status")).contains("generation\t" + generation);
    }

    @Test
    void monitoringSeesIt() throws Exception {
        assertThat(get("/health/ready")).isEqualTo("ready\n");
        shell.await(TIMEOUT, () -> shell.show("pairs").contains("\tup\t"));
        assertThat(get("/health/pairs")).isEqualTo("well\n");
        shell.show("pairs");
        Instant end = Instant.now().plus(TIMEOUT);
        while (!get("/metrics").contains("pinion_statements_total{keyspace=\"\",kind=\"admin\"}")) {
            assertThat(Instant.now()).isBefore(end);
        }
        assertThat(get("/metrics")).contains("pinion_topology_generation ", "netty_allocator_memory_used");
    }

    @Test
    void nothingIsWrongWithTheServersOfTheDemo() {
        shell.await(TIMEOUT, () -> shell.show("pairs").contains("\tup\t"));

        assertThat(shell.checkServers().exitStatus()).isZero();
    }

    private String get(String path) throws Exception {
        URI page = URI.create(
                "http://127.0.0.1:" + proxy.httpAddress().orElseThrow().getPort() + path);
        return http.send(
                        HttpRequest.newBuilder(page)
                                .timeout(Duration.ofSeconds(10))
                                .build(),
                        HttpResponse.BodyHandlers.ofString())
                .body();
    }
}
