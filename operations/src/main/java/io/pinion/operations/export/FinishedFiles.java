package io.pinion.operations.export;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.export.store.ExportStore;
import io.pinion.operations.export.store.StoredFile;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/**
 * The files that one thread has read the rows of. One gets its name while the rows of the next are read, since a disk
 * takes a while until it has all bytes of a file. Blocks while one is on its way; for that thread.
 */
final class FinishedFiles implements AutoCloseable {
    private final ExportStore store;
    private final PartExport.Going going;
    private final Published published;
    private Optional<FutureTask<Void>> onItsWay = Optional.empty();

    /** Is told of a file that has its name. */
    @FunctionalInterface
    interface Published {
        void accept(PartExport.Finished file) throws OperationRefused;
    }

    /** @param going asked before a file gets its name */
    FinishedFiles(ExportStore store, PartExport.Going going, Published published) {
        this.store = store;
        this.going = going;
        this.published = published;
    }

    /** Waits for the file before it, and closes this one in any case. */
    void publish(PartExport.Finished file) throws OperationRefused {
        FutureTask<Void> task = new FutureTask<>(() -> {
            name(file);
            return null;
        });
        try {
            await();
        } catch (OperationRefused | RuntimeException e) {
            close(file.file());
            throw e;
        }
        onItsWay = Optional.of(task);
        Thread.ofVirtual().name("pinion-export-publish").start(task);
    }

    private void name(PartExport.Finished file) throws OperationRefused {
        try (StoredFile stored = file.file()) {
            going.on(0, 0);
            stored.publish();
        } catch (IOException e) {
            throw PartExport.unwritten(file.part().path(), store, e);
        }
        published.accept(file);
    }

    private static void close(StoredFile file) {
        try {
            file.close();
        } catch (IOException e) {
            // The failure before it is told.
        }
    }

    /** Until the last file has its name. */
    void await() throws OperationRefused {
        Optional<FutureTask<Void>> last = onItsWay;
        onItsWay = Optional.empty();
        if (last.isEmpty()) {
            return;
        }
        try {
            last.get().get();
        } catch (ExecutionException e) {
            switch (e.getCause()) {
                case OperationRefused refused -> throw refused;
                case null, default -> throw new IllegalStateException(e.getCause());
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException("nobody interrupts an export, which ends when it is asked to", e);
        }
    }

    /** What is on its way has ended, so that no file gets its name behind this. */
    @Override
    public void close() {
        try {
            await();
        } catch (OperationRefused e) {
            // The failure that has come first is told.
        }
    }
}
