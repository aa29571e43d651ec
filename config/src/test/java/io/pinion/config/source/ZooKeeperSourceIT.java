package io.pinion.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.source.SourceStatus.State;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Topology;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.test.KillSession;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a real ZooKeeper server in this process, one for each test. */
class ZooKeeperSourceIT {
    private static final Duration A_SECOND = Duration.ofSeconds(1);
    private static final Duration SOON = Duration.ofSeconds(20);

    /** For what needs a new connection or session. */
    private static final Duration A_WHILE = Duration.ofSeconds(20);

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final Path saved;
    private final TestingServer server = new TestingServer();
    private final CuratorFramework client = client();
    private final TopologyStore store = new ZooKeeperStore(client, "main");
    private final List<AutoCloseable> opened = new ArrayList<>();

    ZooKeeperSourceIT(@TempDir Path directory) throws Exception {
        saved = directory.resolve("saved/topology.json");
    }

    private CuratorFramework client() {
        return ZooKeeperClient.start(server.getConnectString(), Duration.ofSeconds(6), Duration.ofSeconds(3));
    }

    private ZooKeeperSource open() throws TopologyUnavailable {
        return open(client, TIMEOUT);
    }

    private ZooKeeperSource open(CuratorFramework from, Duration timeout) throws TopologyUnavailable {
        ZooKeeperSource source = ZooKeeperSource.open(from, "main", Optional.of(saved), timeout);
        opened.add(source);
        return source;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable next : opened.reversed()) {
            next.close();
        }
        client.close();
        server.close();
    }

    private static String host(TopologySource source) {
        return source.current().server("a").orElseThrow().host();
    }

    private static boolean refuses(TopologySource source, String why) {
        return source.status().refused().orElse("").contains(why);
    }

    private long store(OptionalLong version, long generation, String host) throws Exception {
        return store.replace(version, SourceDocuments.document(generation, "main", host), Optional.empty());
    }

    @Test
    void aChangeIsServedWithinASecond() throws Exception {
        long version = store(OptionalLong.empty(), 1, "one");
        ZooKeeperSource source = open();
        assertThat(host(source)).isEqualTo("one");
        List<Topology> adopted = new CopyOnWriteArrayList<>();
        source.subscribe(adopted::add);
        // Of a busy machine the best of four tells.
        Duration fastest = SOON;
        for (int generation = 2; generation <= 5; generation++) {
            String next = "host" + generation;
            long begun = System.nanoTime();
            version = store(OptionalLong.of(version), generation, next);
            SourceDocuments.await(
                    "generation " + generation, SOON, () -> host(source).equals(next));
            Duration taken = Duration.ofNanos(System.nanoTime() - begun);
            fastest = taken.compareTo(fastest) < 0 ? taken : fastest;
        }
        assertThat(fastest).isLessThan(A_SECOND);
        // It is served before the last listener has been told.
        SourceDocuments.await("the listener", SOON, () -> adopted.size() == 5);
        assertThat(adopted).extracting(Topology::generation).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(source.status().version()).isEqualTo(version);
        assertThat(source.status().state()).isEqualTo(State.CONNECTED);
    }

    /** Also one that was refused, since a wrong document must not stop whoever goes by it. */
    @Test
    void itKnowsTheNewestDocumentOrThatItDoesnt() throws Exception {
        long version = store(OptionalLong.empty(), 1, "one");
        ZooKeeperSource source = open();
        assertThat(source.isNewest()).isTrue();
        client.setData().forPath("/pinion/main/topology", new byte[] {0x1F, (byte) 0x8B, 1, 2, 3});
        SourceDocuments.await("the refusal", SOON, () -> refuses(source, "no document") && isNewest(source));
        client.delete().forPath("/pinion/main/topology");
        SourceDocuments.await("the alarm", SOON, () -> refuses(source, "deleted") && isNewest(source));
        store(OptionalLong.empty(), 2, "two");
        SourceDocuments.await("the next", SOON, () -> host(source).equals("two") && isNewest(source));
        source.close();
        store(OptionalLong.of(version), 3, "three");
        assertThat(source.isNewest()).isFalse();
        server.stop();
        assertThatThrownBy(source::isNewest).isInstanceOf(StoreUnavailable.class);
    }

    private static boolean isNewest(ZooKeeperSource source) {
        try {
            return source.isNewest();
        } catch (StoreUnavailable away) {
            return false;
        }
    }

    @Test
    void theSlowerOfTwoWritersGetsAConflict() throws Exception {
        long version = store(OptionalLong.empty(), 1, "one");
        store(OptionalLong.of(version), 2, "two");
        assertThatThrownBy(() -> store(OptionalLong.of(version), 2, "other")).isInstanceOf(VersionConflict.class);
        assertThatThrownBy(() -> store(OptionalLong.empty(), 1, "other")).isInstanceOf(VersionConflict.class);
        assertThat(store.read().orElseThrow().json()).contains("two");
    }

    @Test
    void aBadDocumentIsRefusedWholeAndTheNextGoodOneServes() throws Exception {
        long version = store(OptionalLong.empty(), 1, "one");
        ZooKeeperSource source = open();
        version = store.replace(
                OptionalLong.of(version),
                SourceDocuments.document(2, "main", "two").replace("home", "hoem"),
                Optional.empty());
        SourceDocuments.await("the refusal", SOON, () -> refuses(source, "errors"));
        assertThat(source.status().problems())
                .extracting(Object::toString)
                .contains("line 1, hoem: there is no field called hoem; did you mean home?");
        assertThat(host(source)).isEqualTo("one");
        store(OptionalLong.of(version), 2, "two");
        SourceDocuments.await(
                "the good document",
                SOON,
                () -> host(source).equals("two") && source.status().refused().isEmpty());
    }

    @Test
    void bytesThatAreNoDocumentAreRefused() throws Exception {
        store(OptionalLong.empty(), 1, "one");
        ZooKeeperSource source = open();
        client.setData().forPath("/pinion/main/topology", new byte[] {0x1F, (byte) 0x8B, 1, 2, 3});
        SourceDocuments.await("the refusal", SOON, () -> refuses(source, "no document"));
        client.setData()
                .forPath(
                        "/pinion/main/topology",
                        SourceDocuments.document(2, "main", "plain").getBytes(StandardCharsets.UTF_8));
        SourceDocuments.await("plain text", SOON, () -> host(source).equals("plain"));
    }

    @Test
    void lowerEqualAndMissingGenerationsAreRefused() throws Exception {
        long version = store(OptionalLong.empty(), 5, "five");
        ZooKeeperSource source = open();
        version = store(OptionalLong.of(version), 4, "four");
        SourceDocuments.await("the lower", SOON, () -> refuses(source, "generation 4 is lower than the running 5"));
        version = store(OptionalLong.of(version), 5, "other");
        SourceDocuments.await("the equal", SOON, () -> refuses(source, "has its generation 5"));
        version = store(OptionalLong.of(version), 0, "none");
        SourceDocuments.await("the missing", SOON, () -> refuses(source, "states no generation"));
        assertThat(host(source)).isEqualTo("five");
        store(OptionalLong.of(version), 6, "six");
        SourceDocuments.await("the higher", SOON, () -> host(source).equals("six"));
    }

    @Test
    void aDeletedNodeRaisesAnAlarmAndTheTopologyStays() throws Exception {
        store(OptionalLong.empty(), 1, "one");
        ZooKeeperSource source = open();
        client.delete().forPath("/pinion/main/topology");
        SourceDocuments.await("the alarm", SOON, () -> refuses(source, "deleted"));
        assertThat(host(source)).isEqualTo("one");
        store(OptionalLong.empty(), 2, "two");
        SourceDocuments.await(
                "the new node",
                SOON,
                () -> host(source).equals("two") && source.status().refused().isEmpty());
    }

    @Test
    void aRestartOfZooKeeperLosesNothing() throws Exception {
        long version = store(OptionalLong.empty(), 1, "one");
        ZooKeeperSource source = open();
        server.stop();
        SourceDocuments.await("the loss", A_WHILE, () -> source.status().state() == State.LOST);
        assertThat(host(source)).isEqualTo("one");
        server.restart();
        SourceDocuments.await("the return", A_WHILE, () -> source.status().state() == State.CONNECTED);
        store(OptionalLong.of(version), 2, "two");
        SourceDocuments.await("the change", SOON, () -> host(source).equals("two"));
    }

    @Test
    void anExpiredSessionReadsAndWatchesAgain() throws Exception {
        long version = store(OptionalLong.empty(), 1, "one");
        ZooKeeperSource source = open();
        long session = client.getZookeeperClient().getZooKeeper().getSessionId();
        KillSession.kill(client.getZookeeperClient().getZooKeeper());
        SourceDocuments.await("a new session", A_WHILE, () -> {
            try {
                return client.getZookeeperClient().isConnected()
                        && client.getZookeeperClient().getZooKeeper().getSessionId() != session
                        && source.status().state() == State.CONNECTED;
            } catch (Exception connecting) {
                return false;
            }
        });
        store(OptionalLong.of(version), 2, "two");
        SourceDocuments.await("the change", SOON, () -> host(source).equals("two"));
    }

    @Test
    void aStartWithoutZooKeeperServesTheSavedCopyUntilItIsBack() throws Exception {
        long version = store(OptionalLong.empty(), 1, "one");
        open().close();
        assertThat(Files.readString(saved)).contains("\"generation\": 1");
        ZooKeeperSource source = openWhileZooKeeperIsAway();
        assertThat(host(source)).isEqualTo("one");
        assertThat(source.status().state()).isEqualTo(State.SAVED_COPY);
        server.restart();
        SourceDocuments.await("the return", A_WHILE, () -> source.status().state() == State.CONNECTED);
        client.blockUntilConnected();
        store(OptionalLong.of(version), 2, "two");
        SourceDocuments.await("the change", SOON, () -> host(source).equals("two"));
    }

    private ZooKeeperSource openWhileZooKeeperIsAway() throws Exception {
        server.stop();
        CuratorFramework lonely = client();
        opened.add(lonely);
        return open(lonely, Duration.ofSeconds(1));
    }

    /** The copy is "seven" with generation 7, and ZooKeeper has "other". */
    private void saveACopyOfAnotherLife(long generation) throws Exception {
        long version = store(OptionalLong.empty(), 7, "seven");
        open().close();
        store(OptionalLong.of(version), generation, "other");
    }

    /** As of another life of a cluster of the same name, whose proxy has left its copy here. */
    @ParameterizedTest
    @ValueSource(longs = {3, 7})
    void theDocumentInZooKeeperWinsOverASavedCopyAtTheStart(long generation) throws Exception {
        saveACopyOfAnotherLife(generation);
        ZooKeeperSource source = open();
        assertThat(host(source)).isEqualTo("other");
        assertThat(source.status().refused()).isEmpty();
        assertThat(source.status().adoptedFrom()).startsWith("zookeeper ");
        assertThat(Files.readString(saved)).contains("other");
    }

    @ParameterizedTest
    @ValueSource(longs = {3, 7})
    void theDocumentInZooKeeperWinsOverASavedCopyAlsoWhenItComesLater(long generation) throws Exception {
        saveACopyOfAnotherLife(generation);
        ZooKeeperSource source = openWhileZooKeeperIsAway();
        assertThat(host(source)).isEqualTo("seven");
        assertThat(source.status().adoptedFrom()).isEqualTo("saved copy " + saved);
        server.restart();
        SourceDocuments.await("the document", A_WHILE, () -> host(source).equals("other"));
        assertThat(source.status().refused()).isEmpty();
        assertThat(source.status().adoptedFrom()).startsWith("zookeeper ");
        assertThat(source.current().generation()).isEqualTo(generation);
    }

    @Test
    void aWrongDocumentInZooKeeperLeavesAStartToTheSavedCopy() throws Exception {
        long version = store(OptionalLong.empty(), 7, "seven");
        open().close();
        version = store.replace(
                OptionalLong.of(version),
                SourceDocuments.document(8, "main", "eight").replace("home", "hoem"),
                Optional.empty());
        ZooKeeperSource source = open();
        assertThat(host(source)).isEqualTo("seven");
        assertThat(source.status().state()).isEqualTo(State.CONNECTED);
        assertThat(source.status().refused().orElseThrow()).contains("errors");
        assertThat(source.status().problems()).isNotEmpty();
        assertThat(source.status().adoptedFrom()).isEqualTo("saved copy " + saved);
        store(OptionalLong.of(version), 2, "two");
        SourceDocuments.await("the right document", SOON, () -> host(source).equals("two"));
        assertThat(source.status().refused()).isEmpty();
    }

    @Test
    void withoutAnyDocumentThereIsNoStart() throws Exception {
        assertThatThrownBy(this::open)
                .isInstanceOf(TopologyUnavailable.class)
                .hasMessageContaining("pinion topology set");
        server.stop();
        assertThatThrownBy(() -> open(client, Duration.ofMillis(300)))
                .isInstanceOf(TopologyUnavailable.class)
                .hasMessageContaining("did not answer within 300 ms")
                .hasMessageContaining("no saved copy");
    }

    @Test
    void aDocumentOf65536RangesFitsAndOneThatDoesNotFitIsRefused() throws Exception {
        StringBuilder ranges = new StringBuilder();
        for (int shard = 0; shard <= 0xFFFF; shard++) {
            ranges.append(shard == 0 ? "" : ",\n")
                    .append("{\"range\": [%d, %d], \"pair\": \"p%d\"}".formatted(shard, shard, shard % 4));
        }
        StringBuilder pairs = new StringBuilder("\"p\": {\"primary\": \"a\"}");
        StringBuilder servers = new StringBuilder("\"a\": \"one\"");
        for (int pair = 0; pair < 4; pair++) {
            servers.append(", \"s%d\": \"s%d\"".formatted(pair, pair));
            pairs.append(", \"p%d\": {\"primary\": \"s%d\"}".formatted(pair, pair));
        }
        String json = """
                {"generation": 1, "cluster": "main", "servers": {%s}, "pairs": {%s},
                 "keyspaces": {"big": {"kind": "id", "database": "db%%05d", "ranges": [%s]}},
                 "users": {}, "accounts": {"data": {"user": "pinion", "secret": "env:X"}}}
                """.formatted(servers, pairs, ranges);
        store.replace(OptionalLong.empty(), json, Optional.empty());
        assertThat(open().current().keyspaces()).hasSize(1);

        byte[] noise = new byte[1_200_000];
        new Random(1).nextBytes(noise);
        String big = new String(noise, StandardCharsets.ISO_8859_1);
        assertThatThrownBy(() -> store.replace(OptionalLong.of(0), big, Optional.empty()))
                .isInstanceOf(StoreUnavailable.class)
                .hasMessageContaining("join neighbouring ranges");
    }
}
