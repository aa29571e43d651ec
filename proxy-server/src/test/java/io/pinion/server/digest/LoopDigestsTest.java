package io.pinion.server.digest;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.Fingerprint;
import io.pinion.server.session.DiagnosticsEffect;
import io.pinion.server.session.StatementCost;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoopDigestsTest {
    private static final long MILLI = TimeUnit.MILLISECONDS.toNanos(1);

    private long now = 1_000;
    private final LoopDigests digests = digests();

    private LoopDigests digests() {
        return new LoopDigests(100, new SplittableRandom(7), () -> now);
    }

    private static DigestKey key(long shape) {
        return new DigestKey(new Fingerprint(0, shape), "pinterest", "app", "MySQL001");
    }

    private static StatementCost cost(long rows, long bytes, long waitedNanos) {
        StatementCost cost = new StatementCost();
        cost.reset();
        cost.sends();
        cost.ends(DiagnosticsEffect.mergedOk(rows, List.of()));
        cost.bytes(bytes);
        cost.waited(waitedNanos);
        return cost;
    }

    private void add(long shape, long millis, int errorCode) {
        digests.add(key(shape), () -> "SELECT " + shape, millis * MILLI, errorCode, cost(2, 100, MILLI));
    }

    private StatementDigest only() {
        List<StatementDigest> copies = digests.copies();
        assertThat(copies).hasSize(1);
        return copies.getFirst();
    }

    @Test
    void countsWhatStatementsOfOneShapeCost() {
        add(1, 10, 0);
        now = 5_000;
        add(1, 30, 1062);
        StatementDigest digest = only();
        assertThat(digest.statement()).isEqualTo("SELECT 1");
        assertThat(digest.count()).isEqualTo(2);
        assertThat(digest.nanos()).isEqualTo(40 * MILLI);
        assertThat(digest.longestNanos()).isEqualTo(30 * MILLI);
        assertThat(digest.waitedNanos()).isEqualTo(2 * MILLI);
        assertThat(digest.rows()).isEqualTo(4);
        assertThat(digest.bytes()).isEqualTo(200);
        assertThat(digest.sent()).isEqualTo(2);
        assertThat(digest.failed()).isEqualTo(1);
        assertThat(digest.errors()).isEqualTo("1062: 1");
        assertThat(digest.firstSeen().toEpochMilli()).isEqualTo(1_000);
        assertThat(digest.lastSeen().toEpochMilli()).isEqualTo(5_000);
    }

    @Test
    void tellsPercentilesToATenth() {
        IntStream.rangeClosed(1, 1_000).forEach(millis -> add(1, millis, 0));
        StatementDigest digest = only();
        assertThat(digest.percentileMicros(50)).isBetween(470_000L, 550_000L);
        assertThat(digest.percentileMicros(99)).isBetween(940_000L, 1_090_000L);
    }

    @Test
    void takesWhatLastsLongerThanAMinuteForAMinute() {
        add(1, 3_600_000, 0);
        assertThat(only().percentileMicros(50)).isBetween(58_000_000L, 64_000_000L);
        assertThat(only().longestNanos()).isEqualTo(3_600_000 * MILLI);
    }

    @Test
    void keepsAFewErrorCodesApart() {
        IntStream.range(0, 20).forEach(code -> add(1, 1, 1_000 + code));
        assertThat(only().failed()).isEqualTo(20);
        assertThat(only().errors()).startsWith("others: 12, 1000: 1, 1001: 1").endsWith("1007: 1");
    }

    @Test
    void theRarestGoAndAreCountedTogether() {
        IntStream.range(0, 50).forEach(round -> IntStream.range(0, 20).forEach(shape -> add(shape, 1, 0)));
        IntStream.range(1_000, 101_000).forEach(shape -> add(shape, 1, 0));
        List<StatementDigest> copies = digests.copies();
        assertThat(copies).hasSize(101);
        assertThat(copies.getLast().statement()).isEqualTo("(others)");
        assertThat(copies.stream().mapToLong(StatementDigest::count).sum()).isEqualTo(50 * 20 + 100_000);
        assertThat(copies.stream().filter(digest -> digest.count() == 50)).hasSizeGreaterThanOrEqualTo(18);
    }

    @Test
    void mergesLoopsAndSortsByTime() {
        LoopDigests other = digests();
        add(1, 10, 0);
        add(2, 15, 0);
        other.add(key(1), () -> "SELECT 1", 20 * MILLI, 0, cost(1, 1, 0));
        List<StatementDigest> merged = LoopDigests.merged(List.of(digests.copies(), other.copies()));
        assertThat(merged).extracting(StatementDigest::statement).containsExactly("SELECT 1", "SELECT 2");
        assertThat(merged.getFirst().nanos()).isEqualTo(30 * MILLI);
        assertThat(merged.getFirst().rows()).isEqualTo(3);
    }

    @Test
    void forgets() {
        add(1, 10, 0);
        digests.reset();
        assertThat(digests.copies()).isEmpty();
        add(1, 10, 0);
        assertThat(only().count()).isEqualTo(1);
    }
}
