package io.pinion.demo;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Exclusive use of a path among threads and processes. The operating system drops the lock when the process ends. */
final class ProcessLock implements AutoCloseable {
    /** The work that {@link #holding} does under the lock. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }

    private static final long POLL_MILLIS = 50;

    private final FileChannel channel;

    private ProcessLock(FileChannel channel) {
        this.channel = channel;
    }

    /**
     * Waits until {@code file} is free and locks it. The file is created when absent and stays afterwards.
     *
     * @throws IOException when another holder is still there after {@code deadline}; {@code purpose} is in the message
     */
    static ProcessLock acquire(Path file, Duration deadline, String purpose) throws IOException {
        Files.createDirectories(file.toAbsolutePath().getParent());
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            long end = System.nanoTime() + deadline.toNanos();
            while (tryLock(channel) == null) {
                if (System.nanoTime() > end) {
                    throw new IOException("another process is " + purpose + " (it holds " + file + ")");
                }
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            }
            return new ProcessLock(channel);
        } catch (InterruptedException e) {
            channel.close();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for " + file, e);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Does {@code work} under the lock of {@code file}; see {@link #acquire}. */
    static void holding(Path file, Duration deadline, String purpose, Work work) throws IOException {
        ProcessLock lock = acquire(file, deadline, purpose);
        try {
            work.run();
        } finally {
            lock.close();
        }
    }

    /** Java reports a lock of another thread of this process by an exception, not by null: both mean "taken". */
    private static @Nullable FileLock tryLock(FileChannel channel) throws IOException {
        try {
            return channel.tryLock();
        } catch (OverlappingFileLockException e) {
            return null;
        }
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
