package io.pinion.config.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.pinion.config.reload.TopologyDiff;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.config.topology.TopologyWriter;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardId;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;

/**
 * The largest cluster that ids can name, written in the worst way: 65,536 shards, each a range of its own, on 1,000 pairs of 2,000
 * servers. Times are those of the processor, so that a busy machine fails nothing; docs/capacity.md tells them.
 */
class CapacityTest {
    private static final int SHARDS = 65_536;
    private static final int PAIRS = 1_000;
    private static final double MOST_SECONDS = 1;
    private static final long MOST_BYTES = 512L << 20;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** @param moved on which pair shard 7 lives */
    private static String document(int moved) {
        StringBuilder servers = new StringBuilder();
        StringBuilder pairs = new StringBuilder();
        for (int pair = 0; pair < PAIRS; pair++) {
            String comma = pair == 0 ? "" : ",\n";
            servers.append(comma)
                    .append("\"MySQL%03dA\": \"db%03da.example.com:3306\", \"MySQL%03dB\": \"db%03db.example.com:3306\""
                            .formatted(pair, pair, pair, pair));
            pairs.append(comma)
                    .append("\"MySQL%03d\": {\"primary\": \"MySQL%03dA\", \"standby\": \"MySQL%03dB\"}"
                            .formatted(pair, pair, pair));
        }
        StringBuilder ranges = new StringBuilder();
        for (int shard = 0; shard < SHARDS; shard++) {
            ranges.append(shard == 0 ? "" : ",\n")
                    .append("{\"range\": [%d, %d], \"pair\": \"MySQL%03d\"}"
                            .formatted(shard, shard, shard == 7 ? moved : shard % PAIRS));
        }
        return """
                {"generation": 1, "cluster": "main", "servers": {%s}, "pairs": {%s},
                 "keyspaces": {"pinterest": {"kind": "id", "database": "db%%05d", "ranges": [%s],
                   "tables": {"pins": {"kind": "object", "type": 1}}}},
                 "users": {}, "accounts": {"data": {"user": "pinion", "secret": "env:X"}}}
                """.formatted(servers, pairs, ranges);
    }

    private static Topology read(String json) {
        return switch (new TopologyReader().read(json)) {
            case Reading.Accepted accepted -> accepted.topology();
            case Reading.Refused refused -> throw new IllegalArgumentException(refused.text());
        };
    }

    private record Cost(double seconds, long bytes) {}

    /** The second time: what is measured is Pinion, and not the compiler of the virtual machine. */
    private static <T> Cost cost(String what, Callable<T> work) throws Exception {
        work.call();
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long nanos = THREADS.getCurrentThreadCpuTime();
        work.call();
        Cost cost = new Cost(
                (THREADS.getCurrentThreadCpuTime() - nanos) / 1e9, THREADS.getCurrentThreadAllocatedBytes() - bytes);
        System.out.printf("%s: %.3f s, %d MB%n", what, cost.seconds(), cost.bytes() >> 20);
        return cost;
    }

    @Test
    void theLargestDocumentIsReadComparedAndAdoptedWithinASecond() throws Exception {
        String before = document(7);
        String after = document(8);
        Topology running = read(before);

        Cost reload = cost("reload", () -> {
            Topology next = read(after);
            List<String> steps = TopologyDiff.between(running, next);
            assertThat(steps).hasSize(1);
            return next.toCatalog();
        });

        assertThat(reload.seconds()).isLessThan(MOST_SECONDS);
        assertThat(reload.bytes()).isLessThan(MOST_BYTES);
    }

    @Test
    void itIsWrittenWithinASecondAndFitsIntoZooKeeper() throws Exception {
        Topology topology = read(document(7));

        Cost write = cost("write", () -> CompressedText.compress(new TopologyWriter().write(topology)));

        assertThat(write.seconds()).isLessThan(MOST_SECONDS);
        assertThat(write.bytes()).isLessThan(MOST_BYTES);
        String text = new TopologyWriter().write(topology);
        int bytes = CompressedText.compress(text).length;
        System.out.printf("document: %d KB, compressed %d KB%n", text.length() >> 10, bytes >> 10);
        assertThat(bytes).isLessThan(CompressedText.MAX_NODE_BYTES);
    }

    @Test
    void shardsAreFoundAndChosenAsFastAsInASmallCluster() throws Exception {
        Topology topology = read(document(7));
        Catalog catalog = topology.toCatalog();
        Keyspace.Sharded keyspace =
                (Keyspace.Sharded) topology.keyspace("pinterest").orElseThrow();
        SplittableRandom random = new SplittableRandom(1);
        assertThat(catalog.edition()).isEqualTo(1);

        Cost choices = cost("100,000 choices", () -> {
            int found = 0;
            for (int i = 0; i < 100_000; i++) {
                ShardId shard = keyspace.ranges().chooseForInsert(random);
                found += shard != null && keyspace.ranges().pairOf(shard.number()) != null ? 1 : 0;
            }
            assertThat(found).isEqualTo(100_000);
            return found;
        });

        assertThat(choices.seconds()).isLessThan(0.5);
    }
}
