package io.pinion.server.digest;

import io.pinion.server.session.StatementCost;
import java.time.Instant;
import java.util.SortedMap;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/**
 * What the statements of one shape, keyspace, user and pair have cost. Not thread-safe: an event loop counts in its own, and
 * hands out copies.
 */
public final class StatementDigest {
    /** Finer steps would cost memory for each digest, and tell nobody more. */
    private static final long FINEST_MICROS = 64;

    /** What takes longer than a minute counts as a minute in the percentiles. */
    private static final long LONGEST_MICROS = 60_000_000;

    /** More codes than statements of one shape fail with. */
    private static final int MAX_CODES = 8;

    /** Stands for the codes beyond {@link #MAX_CODES}. */
    private static final int OTHER_CODES = 0;

    private final DigestKey key;
    private final String statement;
    private final Histogram micros;
    private final SortedMap<Integer, Long> errors = new TreeMap<>();
    private long firstMillis;
    private long lastMillis;
    private long count;
    private long nanos;
    private long longestNanos;
    private long waitedNanos;
    private long rows;
    private long bytes;
    private long sent;

    StatementDigest(DigestKey key, String statement, long nowMillis) {
        this.key = key;
        this.statement = statement;
        this.micros = new Histogram(FINEST_MICROS, LONGEST_MICROS, 1);
        this.firstMillis = nowMillis;
        this.lastMillis = nowMillis;
    }

    private StatementDigest(StatementDigest counted) {
        key = counted.key;
        statement = counted.statement;
        micros = counted.micros.copy();
        firstMillis = counted.firstMillis;
        addCounts(counted);
    }

    /** One statement more. */
    void add(long tookNanos, int errorCode, StatementCost cost, long nowMillis) {
        count++;
        nanos += tookNanos;
        longestNanos = Math.max(longestNanos, tookNanos);
        micros.recordValue(Math.clamp(tookNanos / 1_000, 0, LONGEST_MICROS));
        waitedNanos += cost.waitedNanos();
        rows += cost.rows();
        bytes += cost.bytes();
        sent += cost.sent();
        lastMillis = nowMillis;
        if (errorCode != 0) {
            boolean room = errors.size() < MAX_CODES || errors.containsKey(errorCode);
            errors.merge(room ? errorCode : OTHER_CODES, 1L, Long::sum);
        }
    }

    /** The same statements counted elsewhere, or others that have no digest of their own. */
    void add(StatementDigest other) {
        micros.add(other.micros);
        addCounts(other);
    }

    private void addCounts(StatementDigest other) {
        count += other.count;
        nanos += other.nanos;
        longestNanos = Math.max(longestNanos, other.longestNanos);
        waitedNanos += other.waitedNanos;
        rows += other.rows;
        bytes += other.bytes;
        sent += other.sent;
        firstMillis = Math.min(firstMillis, other.firstMillis);
        lastMillis = Math.max(lastMillis, other.lastMillis);
        other.errors.forEach((code, times) -> errors.merge(code, times, Long::sum));
    }

    StatementDigest copy() {
        return new StatementDigest(this);
    }

    DigestKey key() {
        return key;
    }

    /** The shape as logs show it. */
    public String statement() {
        return statement;
    }

    /** Empty where the statements belong to none. */
    public String keyspace() {
        return key.keyspace();
    }

    public String user() {
        return key.user();
    }

    /** Empty where the statements ran on several, or the proxy answered them. */
    public String pair() {
        return key.pair();
    }

    public long count() {
        return count;
    }

    /** Those that ended in an error. */
    public long failed() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    /** How often each error code was the end, as {@code 1062: 3, 1213: 1}; empty for never. */
    public String errors() {
        StringBuilder text = new StringBuilder();
        errors.forEach((code, times) -> text.append(text.isEmpty() ? "" : ", ")
                .append(code == OTHER_CODES ? "others" : code)
                .append(": ")
                .append(times));
        return text.toString();
    }

    /** From the arrival of each statement to the end of its answer, in all. */
    public long nanos() {
        return nanos;
    }

    public long longestNanos() {
        return longestNanos;
    }

    /** The duration that this part of the statements hasn't exceeded, such as 99 percent. */
    public long percentileMicros(double percent) {
        return micros.getValueAtPercentile(percent);
    }

    /** Of the time in all, the part in which statements waited for a connection. */
    public long waitedNanos() {
        return waitedNanos;
    }

    /** Sent or changed. */
    public long rows() {
        return rows;
    }

    /** Of answers. */
    public long bytes() {
        return bytes;
    }

    /** The statements that servers were sent for these. */
    public long sent() {
        return sent;
    }

    public Instant firstSeen() {
        return Instant.ofEpochMilli(firstMillis);
    }

    public Instant lastSeen() {
        return Instant.ofEpochMilli(lastMillis);
    }
}
