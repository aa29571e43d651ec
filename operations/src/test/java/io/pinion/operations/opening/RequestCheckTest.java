package io.pinion.operations.opening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.routing.catalog.Keyspace;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestCheckTest {
    private Topology topology;

    @BeforeEach
    void read(@TempDir Path directory) throws Exception {
        topology = StoredTopology.in(directory).current();
    }

    private void check(String keyspace, String pair, int first, int last) throws OperationRefused {
        RequestCheck check =
                new RequestCheck(topology, new OpeningRequest(keyspace, pair, first, last, OptionalInt.empty()).task());
        check.requireOpenable(check.keyspace());
        check.pair();
    }

    private void refused(String keyspace, String pair, int first, int last, String... why) {
        assertThatThrownBy(() -> check(keyspace, pair, first, last)).hasMessageContainingAll(why);
    }

    @Test
    void whatIsFreeCanBeOpened() {
        assertThatCode(() -> check("pinterest", "MySQL002", 4096, 8191)).doesNotThrowAnyException();
        assertThatCode(() -> check("pinterest", "MySQL002", 1024, 2047)).doesNotThrowAnyException();
        assertThatCode(() -> check("pinterest", "MySQL002", 0, 511)).doesNotThrowAnyException();
        assertThatCode(() -> check("lookup", "MySQL002", 2048, 4095)).doesNotThrowAnyException();
    }

    @Test
    void whatIsOpenIsNamedWithItsPair() {
        refused(
                "pinterest",
                "MySQL002",
                1000,
                2100,
                "shards 1000-1023 on pair MySQL001, shards 2048-2100 on pair MySQL001");
        refused("pinterest", "MySQL002", 4095, 8191, "shard 4095 on pair MySQL001");
    }

    @Test
    void whatCantBeIsBeyond() {
        refused("pinterest", "MySQL002", 65000, 65536, "0 to 65535", "shards 65000-65536 would be beyond");
        refused("lookup", "MySQL002", 4000, 4096, "0 to 4095", "as many as its keys are hashed to");
        refused("pinterest", "MySQL002", 9000, 8000, "write 8000-9000");
    }

    @Test
    void nearMissesAreSuggested() {
        refused("pinterest", "MySQL02", 4096, 8191, "did you mean MySQL0");
        refused("pintrest", "MySQL002", 4096, 8191, "did you mean pinterest?");
        refused("legacy", "MySQL002", 4096, 8191, "legacy is a single keyspace");
    }

    @Test
    void countersAreNotForgotten() {
        refused("counted", "MySQL002", 0, 511, "shard 512, the lowest of counted, counts");
        assertThatCode(() -> check("counted", "MySQL002", 1024, 2047)).doesNotThrowAnyException();
    }

    @Test
    void tablesWhoseRowsComeAlongAreNamedInOrder() {
        assertThat(ReferenceRoute.tablesOf(
                        (Keyspace.Sharded) topology.keyspace("copied").orElseThrow()))
                .containsExactly("colours");
        assertThat(ReferenceRoute.tablesOf(
                        (Keyspace.Sharded) topology.keyspace("counted").orElseThrow()))
                .isEmpty();
        assertThatCode(() -> check("copied", "MySQL002", 4096, 8191)).doesNotThrowAnyException();
    }

    @Test
    void aPairThatChangesItsPrimaryIsLeftAlone() {
        topology = topology.withPair(topology.pair("MySQL002").orElseThrow().withHeld(true));

        refused("pinterest", "MySQL002", 4096, 8191, "MySQL002 are held");
    }
}
