package io.pinion.server.schema;

import io.pinion.config.topology.Topology;
import io.pinion.operations.server.ServerAccess;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.KnownSchema;
import io.pinion.server.observe.StatementGroup;
import io.pinion.server.observe.StatementObserver;
import io.pinion.server.observe.StatementRecord;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the servers' tables: at the start, every minute, and soon after a statement hints at a change (DDL, an unknown
 * column or table, or a row of too many values). What is known of a server stays while it doesn't answer.
 *
 * <p>Thread-safe. Tables are read on one thread, and the numbers of all shards' tables on another: they take long where
 * there are thousands of shards, and whoever changes a table waits for its columns alone.
 */
public final class SchemaWatch implements StatementObserver, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(SchemaWatch.class);

    /** MySQL's ER_BAD_FIELD_ERROR. */
    private static final int UNKNOWN_COLUMN = 1054;
    /** MySQL's ER_NO_SUCH_TABLE. */
    private static final int UNKNOWN_TABLE = 1146;

    /** MySQL's ER_WRONG_VALUE_COUNT_ON_ROW. */
    private static final int OTHER_COLUMNS = 1136;

    /** MySQL's ER_AUTOINC_READ_FAILED, for an insert when AUTO_INCREMENT has passed its largest value. */
    private static final int IDS_USED_UP = 1467;

    /** One in so many readings reads AUTO_INCREMENT, while no table has used up half of its ids. */
    private static final int READINGS_FOR_IDS = 10;

    /** The delay after DDL, which may be one of many statements, and whose client waits for it. */
    private static final Duration SOON = Duration.ofMillis(50);

    /** The delay after a mistake of a client's, and before a difference is looked at again: neither keeps servers busy. */
    private static final Duration AFTER_A_MISTAKE = Duration.ofSeconds(5);

    private static final String EXHAUSTED = " has used up its ids: AUTO_INCREMENT has come to the last 2^20 of the"
            + " 2^36 local ids, and inserts there are refused";

    private final Supplier<Topology> topology;
    private final SchemaReader reader;
    private final AutoIncrementReader idReader;
    private final ScheduledThreadPoolExecutor thread = thread("pinion-schema");
    private final ScheduledThreadPoolExecutor idThread = thread("pinion-ids");
    private final AtomicBoolean soon = new AtomicBoolean();
    private final AtomicBoolean afterAMistake = new AtomicBoolean();
    private final LastingFindings lasting = new LastingFindings();
    private volatile KnownSchema known = KnownSchema.NOTHING;
    private volatile SchemaStatus status = SchemaStatus.UNREAD;
    private volatile Runnable listener = () -> {};
    private volatile LongConsumer learned = generation -> {};

    /** A reading of AUTO_INCREMENT has been asked for and hasn't begun. */
    private final AtomicBoolean idsAsked = new AtomicBoolean();

    /** The readings to go before AUTO_INCREMENT is read again. Used by the tables' thread only. */
    private int unreadIds = READINGS_FOR_IDS;

    private SchemaWatch(Supplier<Topology> topology, ServerAccess access) {
        this.topology = topology;
        this.reader = new SchemaReader(access);
        this.idReader = new AutoIncrementReader(access);
    }

    private static ScheduledThreadPoolExecutor thread(String name) {
        ScheduledThreadPoolExecutor thread = new ScheduledThreadPoolExecutor(
                1, Thread.ofPlatform().daemon().name(name).factory());
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        return thread;
    }

    /**
     * Runs the first reading, but waits for it no longer than {@code timeout}: a server that is down must not hold up
     * the start.
     *
     * @param every the delay between the end of one reading and the next
     */
    public static SchemaWatch start(
            Supplier<Topology> topology, ServerAccess access, Duration every, Duration timeout) {
        SchemaWatch watch = new SchemaWatch(topology, access);
        CompletableFuture<Void> first = CompletableFuture.runAsync(watch::read, watch.thread);
        watch.readIdsSoon();
        watch.thread.scheduleWithFixedDelay(
                watch::readRegularly, every.toMillis(), every.toMillis(), TimeUnit.MILLISECONDS);
        try {
            first.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException later) {
            log.warn("The tables of the servers are not known yet: the start doesn't wait for them any longer");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("reading never throws", e);
        }
        return watch;
    }

    /** The schema as of the last reading. */
    public KnownSchema known() {
        return known;
    }

    public SchemaStatus status() {
        return status;
    }

    /** @param listener called on the watch's thread when {@link #known} has changed */
    public void onChange(Runnable listener) {
        this.listener = listener;
    }

    /** @param told the generation whose tables were read, on the watch's thread, behind each reading and now */
    public void onLearned(LongConsumer told) {
        learned = told;
        told.accept(status.generation());
    }

    /** Reads the tables as soon as their thread is free. */
    public CompletionStage<SchemaStatus> readTables() {
        try {
            return CompletableFuture.runAsync(this::read, thread).thenApply(read -> status);
        } catch (RejectedExecutionException e) {
            return stopping();
        }
    }

    /** Reads the tables and AUTO_INCREMENT of all shards. */
    public CompletionStage<SchemaStatus> readAll() {
        try {
            return CompletableFuture.runAsync(this::read, thread)
                    .thenApplyAsync(read -> idsNow(), idThread)
                    .thenAcceptAsync(this::adopt, thread)
                    .thenApply(read -> status);
        } catch (RejectedExecutionException e) {
            return stopping();
        }
    }

    private static CompletionStage<SchemaStatus> stopping() {
        return CompletableFuture.failedStage(new IllegalStateException("the proxy is stopping"));
    }

    /** Schedules a reading of the tables in a moment, one for all calls until then. */
    public void readSoon() {
        schedule(soon, SOON);
    }

    @Override
    public void ended(StatementRecord record) {
        if (record.keyspace().isEmpty()) {
            return;
        }
        boolean mistaken = record.errorCode() == UNKNOWN_COLUMN
                || record.errorCode() == UNKNOWN_TABLE
                || record.errorCode() == OTHER_COLUMNS;
        boolean usedUp = record.errorCode() == IDS_USED_UP && known.exhausted().isEmpty();
        boolean changed = usedUp || (record.group() == StatementGroup.DDL && !record.failed());
        if ((mistaken || changed) && topology.get().keyspaces().get(record.keyspace()) instanceof Keyspace.Sharded) {
            schedule(changed ? soon : afterAMistake, changed ? SOON : AFTER_A_MISTAKE);
            if (changed) {
                readIdsSoon();
            }
        }
    }

    private void schedule(AtomicBoolean pending, Duration delay) {
        if (pending.compareAndSet(false, true)) {
            try {
                thread.schedule(
                        () -> {
                            pending.set(false);
                            read();
                        },
                        delay.toMillis(),
                        TimeUnit.MILLISECONDS);
            } catch (RejectedExecutionException stopping) {
                pending.set(false);
            }
        }
    }

    private void readRegularly() {
        read();
        unreadIds--;
        if (unreadIds <= 0) {
            unreadIds = READINGS_FOR_IDS;
            readIdsSoon();
        }
    }

    private void readIdsSoon() {
        if (!idsAsked.compareAndSet(false, true)) {
            return;
        }
        try {
            idThread.execute(() -> {
                idsAsked.set(false);
                Optional<AutoIncrementReader.Reading> reading = idsNow();
                thread.execute(() -> adopt(reading));
            });
        } catch (RejectedExecutionException stopping) {
            idsAsked.set(false);
        }
    }

    /** Empty when the reading has failed. */
    private Optional<AutoIncrementReader.Reading> idsNow() {
        try {
            return Optional.of(idReader.read(topology.get(), known.exhausted()));
        } catch (RuntimeException e) {
            // An exception would keep its caller from an answer, and from all further readings.
            log.error("AUTO_INCREMENT of the shards could not be read", e);
            return Optional.empty();
        }
    }

    private void adopt(Optional<AutoIncrementReader.Reading> read) {
        read.ifPresent(reading -> {
            unreadIds = reading.near() ? 1 : READINGS_FOR_IDS;
            if (!reading.exhausted().equals(known.exhausted())) {
                known = known.withExhausted(reading.exhausted()).withVersion(known.version() + 1);
                List<String> findings = new ArrayList<>(status.findings());
                findings.removeIf(finding -> finding.endsWith(EXHAUSTED));
                findings.addAll(exhausted());
                tell(findings);
                status = new SchemaStatus(
                        status.generation(),
                        status.readAt(),
                        known.version(),
                        findings,
                        lasting.all(),
                        status.unread());
                listener.run();
            }
        });
    }

    /** A line for each table of a shard that takes no new rows because its ids are used up. */
    public List<String> exhausted() {
        return known.exhausted().stream()
                .map(table -> table.keyspace() + "." + table.table() + " of shard " + table.shard() + EXHAUSTED)
                .sorted()
                .toList();
    }

    private void read() {
        try {
            Topology now = topology.get();
            SchemaReader.Reading reading = reader.read(now, known);
            boolean changed = !reading.schema().equals(known);
            if (changed) {
                known = reading.schema().withVersion(known.version() + 1);
            }
            List<String> findings = new ArrayList<>(reading.unread().keySet());
            findings.addAll(SchemaFindings.of(now, known));
            findings.addAll(exhausted());
            tell(findings);
            status = new SchemaStatus(
                    now.generation(), Instant.now(), known.version(), findings, lasting.all(), reading.unread());
            if (changed) {
                listener.run();
            }
            learned.accept(now.generation());
        } catch (RuntimeException e) {
            // An exception would cancel all further readings.
            log.error("The tables of the servers could not be read", e);
        }
    }

    private void tell(List<String> findings) {
        lasting.of(findings).forEach(finding -> log.atWarn()
                .addKeyValue("finding", finding)
                .log("The servers' tables and the topology differ"));
        if (lasting.isWaiting()) {
            schedule(afterAMistake, AFTER_A_MISTAKE);
        }
    }

    /** Doesn't wait for a reading under way. */
    @Override
    public void close() {
        listener = () -> {};
        learned = generation -> {};
        thread.shutdownNow();
        idThread.shutdownNow();
    }
}
