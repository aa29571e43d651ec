package io.pinion.config.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.change.Author;
import io.pinion.config.change.HistoryEntry;
import io.pinion.config.source.TopologyStore.VersionConflict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Against a real ZooKeeper server in this process. */
class ZooKeeperHistoryIT {
    private static final Duration SOON = Duration.ofSeconds(20);

    private final TestingServer server = new TestingServer();
    private final CuratorFramework client = ZooKeeperClient.start(server.getConnectString(), SOON, SOON);
    private final ZooKeeperStore store = new ZooKeeperStore(client, "main");
    private final TopologyEditor editor = new TopologyEditor(store, new Author("ann", "ops1", "pinion topology set"));

    ZooKeeperHistoryIT() throws Exception {}

    @AfterEach
    void close() throws Exception {
        client.close();
        server.close();
    }

    private void set(String host) throws Exception {
        editor.set(SourceDocuments.document(0, "main", host), OptionalLong.empty());
    }

    private List<Long> generations() throws Exception {
        return store.history().orElseThrow().stream()
                .map(HistoryEntry::generation)
                .toList();
    }

    private int nodes() {
        try {
            return client.getChildren().forPath("/pinion/main/history").size();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void eachChangeHasItsEntry() throws Exception {
        set("one");
        set("two");

        List<HistoryEntry> entries = store.history().orElseThrow();
        assertThat(generations()).containsExactly(1L, 2L);
        assertThat(entries.getFirst().diff()).isEmpty();
        assertThat(entries.getLast().author()).isEqualTo(new Author("ann", "ops1", "pinion topology set"));
        assertThat(entries.getLast().changes()).anyMatch(change -> change.contains("one") && change.contains("two"));
        assertThat(entries.getLast().diff()).contains("two");
    }

    @Test
    void whatIsNotWrittenHasNoEntry() throws Exception {
        set("one");
        HistoryEntry entry = store.history().orElseThrow().getFirst();

        assertThatThrownBy(() -> store.replace(OptionalLong.of(9), "{}", Optional.of(entry)))
                .isInstanceOf(VersionConflict.class);
        assertThatThrownBy(() -> store.replace(OptionalLong.empty(), "{}", Optional.of(entry)))
                .isInstanceOf(VersionConflict.class);
        assertThat(generations()).containsExactly(1L);
    }

    @Test
    void theOldestEntriesGo() throws Exception {
        for (int i = 0; i < ZooKeeperHistory.KEPT + 5; i++) {
            set("host" + i);
        }
        SourceDocuments.await("the oldest are gone", SOON, () -> nodes() == ZooKeeperHistory.KEPT);
        assertThat(generations()).hasSize(ZooKeeperHistory.KEPT).endsWith(ZooKeeperHistory.KEPT + 5L);
    }

    @Test
    void aHistoryThatIsGoneOrBrokenKeepsNoDocumentFromBeingWritten() throws Exception {
        set("one");
        client.delete().deletingChildrenIfNeeded().forPath("/pinion/main/history");
        assertThat(generations()).isEmpty();
        set("two");
        client.create().forPath("/pinion/main/history/change-zzz", new byte[] {1, 2, 3});
        set("three");

        assertThat(generations()).containsExactly(2L, 3L);
    }

    @Test
    void aDocumentThatWasDeletedBeginsAnew() throws Exception {
        set("one");
        client.delete().forPath(store.path());
        set("two");

        assertThat(generations()).containsExactly(1L, 1L);
    }
}
