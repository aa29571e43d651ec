package io.pinion.operations.transfer.rows;

import io.pinion.operations.copy.KeyBounds;
import io.pinion.operations.copy.Pace;
import io.pinion.operations.copy.RowReader;
import io.pinion.operations.copy.TableShape;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.BaseTables;
import io.pinion.operations.transfer.form.ImportSide;
import io.pinion.operations.transfer.rows.WriteBatch.Others;
import io.pinion.operations.work.Workers;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Copies tables into the shards in parts, several at a time, each as of its own moment. Clients go on writing: what
 * they change meanwhile is followed later. Blocks.
 */
final class RowsCopy {
    private static final int WORKERS = 4;
    private static final int PART_ROWS = 40_000;
    private static final long LOOK_AGAIN_MILLIS = 100;

    private final ImportSides sides;
    private final Pace pace;
    private final RejectedRows rejected;

    /** Each worker ends at an empty one. */
    private final BlockingQueue<Optional<Work>> queue = new ArrayBlockingQueue<>(2 * WORKERS);

    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    RowsCopy(ImportSides sides, Pace pace, RejectedRows rejected) {
        this.sides = sides;
        this.pace = pace;
        this.rejected = rejected;
    }

    private record Work(CarriedTable table, RowPlace place, TableProgress progress, TableProgress.RowsPart part) {}

    /** @param done of an earlier run, by table */
    void copy(List<CarriedTable> tables, Map<String, TableCopied> done, Consumer<TableCopied> listener)
            throws SQLException, OperationRefused {
        try (Workers workers = new Workers("pinion-import-copy", WORKERS, WORKERS)) {
            CompletableFuture<?> working =
                    CompletableFuture.allOf(Stream.generate(() -> CompletableFuture.runAsync(this::work, workers))
                            .limit(WORKERS)
                            .toArray(CompletableFuture[]::new));
            divideAll(tables, done, listener);
            working.join();
        }
        rethrow();
    }

    private void divideAll(List<CarriedTable> tables, Map<String, TableCopied> done, Consumer<TableCopied> listener) {
        Consumer<TableCopied> oneAtATime = state -> {
            synchronized (this) {
                listener.accept(state);
            }
        };
        try {
            for (CarriedTable table : tables) {
                TableCopied state = done.getOrDefault(table.name(), TableCopied.nothing(table.name()));
                if (!state.whole()) {
                    divide(table, state, oneAtATime);
                }
            }
            for (int i = 0; i < WORKERS; i++) {
                put(Optional.empty());
            }
        } catch (Throwable e) {
            // Only a failure ends the workers now.
            failure.compareAndSet(null, e);
        }
    }

    private void rethrow() throws SQLException, OperationRefused {
        switch (failure.get()) {
            case null -> {}
            case SQLException e -> throw e;
            case OperationRefused e -> throw e;
            case RuntimeException e -> throw e;
            case Throwable e -> throw new IllegalStateException(e);
        }
    }

    /** Finds where the parts of a table end, faster than they are copied. */
    private void divide(CarriedTable table, TableCopied state, Consumer<TableCopied> listener)
            throws SQLException, OperationRefused {
        List<RowPlace> places = sides.source().of(table);
        KeyBounds bounds = table.home().bounds();
        TableProgress progress = new TableProgress(state, places.size(), listener);
        long number = 0;
        try (ServerSessions sessions = new ServerSessions(sides.timeout())) {
            List<String> after = state.upTo();
            for (int at = state.places(); at < places.size(); at++) {
                RowPlace place = places.get(at);
                ServerConnection server = sessions.on(place.server());
                TableShape shape = table.in(place);
                do {
                    List<String> from = after;
                    List<String> upTo = BaseTables.holding(
                            server.jdbc(),
                            List.of(shape.name()),
                            () -> bounds.next(server.jdbc(), shape, from, PART_ROWS));
                    TableProgress.RowsPart part = new TableProgress.RowsPart(number, at, from, upTo, 0);
                    put(Optional.of(new Work(table, place, progress, part)));
                    if (failure.get() != null) {
                        return;
                    }
                    number++;
                    after = upTo;
                } while (!after.isEmpty());
            }
        }
    }

    private void put(Optional<Work> work) throws OperationRefused {
        try {
            while (failure.get() == null && !queue.offer(work, LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
                // The workers are slower.
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new OperationRefused("interrupted");
        }
    }

    private void work() {
        try (ServerSessions sources = new ServerSessions(sides.timeout());
                ServerSessions targets = new ServerSessions(sides.timeout())) {
            while (failure.get() == null) {
                Optional<Work> next = queue.poll(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS);
                if (next != null) {
                    if (next.isEmpty()) {
                        return;
                    }
                    Work work = next.get();
                    long rows = part(work, sources, targets);
                    rejected.tell();
                    work.progress().ended(work.part().withRows(rows));
                }
            }
        } catch (InterruptedException e) {
            failure.compareAndSet(null, new OperationRefused("interrupted"));
        } catch (Throwable e) {
            // Whatever ends a worker has left its part out, so the copy isn't whole.
            failure.compareAndSet(null, e);
        }
    }

    private long part(Work work, ServerSessions sources, ServerSessions targets) throws SQLException, OperationRefused {
        CarriedTable table = work.table();
        ServerConnection server = sources.on(work.place().server());
        TableShape shape = table.in(work.place());
        WriteBatch batch =
                new WriteBatch(targets, sides.joinsShards() ? new Others.Stay(true) : new Others.ComeAgain(), rejected);
        String condition =
                table.home().bounds().condition(work.part().after(), work.part().upTo());
        long[] rows = {0};
        BaseTables.<OperationRefused>whileHeld(
                server.jdbc(),
                shape.name(),
                () -> RowReader.<OperationRefused>read(server.jdbc(), shape, condition, (row, bytes) -> {
                    rows[0]++;
                    try {
                        sides.source().requireRight(table, work.place(), () -> table.key(row), table.shardKey(row));
                        batch.write(table, table.carried(row, ImportSide.SHARDS), bytes, places(table, row));
                    } catch (RowRefused e) {
                        rejected.reject(e);
                    }
                    if (batch.isFull()) {
                        flush(batch);
                    }
                }));
        flush(batch);
        return rows[0];
    }

    /** A key is only made for a message. */
    private List<RowPlace> places(CarriedTable table, byte[] @Nullable [] row) throws OperationRefused {
        byte[] shardKey = table.shardKey(row);
        List<RowPlace> places = sides.target().may(table, shardKey);
        return places.isEmpty() ? sides.target().of(table, table.key(row), shardKey) : places;
    }

    private void flush(WriteBatch batch) throws SQLException, OperationRefused {
        if (failure.get() != null) {
            throw new OperationRefused("another part of the copy has failed");
        }
        long rows = batch.rows();
        long bytes = batch.bytes();
        batch.flush();
        pace.wrote(rows, bytes);
    }
}
