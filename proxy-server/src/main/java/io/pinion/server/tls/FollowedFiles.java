package io.pinion.server.tls;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A value that is made from a few small files, and made again when one of them has changed. When that fails, the old
 * value stays.
 *
 * <p>A change counts when the files are the same in two checks in a row: a certificate and its key are written one
 * after the other, and each may be seen half written. Contents are compared, since files are also replaced through
 * links above them and on other machines. The checks run on their own thread; any thread may read the value.
 */
public final class FollowedFiles<T> implements Supplier<T>, AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(FollowedFiles.class);
    private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

    private final List<Path> files;
    private final Maker<T> maker;
    private final ScheduledExecutorService thread;

    private volatile Made<T> made;
    private List<ByteBuffer> lastSeen;
    private List<ByteBuffer> lastMadeFrom;

    /** Makes the value from the files; called again on another thread whenever they have changed. */
    public interface Maker<T> {
        T make() throws IOException, GeneralSecurityException;
    }

    /**
     * The present value.
     *
     * @param since the time at which it was made
     * @param refused the reason why the present files aren't used; absent when they are
     */
    public record Made<T>(T value, Instant since, Optional<String> refused) {}

    private FollowedFiles(List<Path> files, Maker<T> maker) throws IOException, GeneralSecurityException {
        this.files = List.copyOf(files);
        this.maker = maker;
        lastSeen = contents();
        lastMadeFrom = lastSeen;
        made = new Made<>(maker.make(), Instant.now(), Optional.empty());
        thread = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread looking = new Thread(task, "pinion-certificates");
            looking.setDaemon(true);
            return looking;
        });
    }

    /**
     * Makes the value and starts the periodic check.
     *
     * @throws IOException when a file can't be read the first time
     * @throws GeneralSecurityException when the value can't be made the first time
     */
    public static <T> FollowedFiles<T> follow(List<Path> files, Maker<T> maker)
            throws IOException, GeneralSecurityException {
        return follow(files, maker, LOOK_EVERY);
    }

    static <T> FollowedFiles<T> follow(List<Path> files, Maker<T> maker, Duration lookEvery)
            throws IOException, GeneralSecurityException {
        FollowedFiles<T> followed = new FollowedFiles<>(files, maker);
        long millis = lookEvery.toMillis();
        followed.thread.scheduleWithFixedDelay(followed::look, millis, millis, TimeUnit.MILLISECONDS);
        return followed;
    }

    @Override
    public T get() {
        return made.value();
    }

    public Made<T> state() {
        return made;
    }

    private void look() {
        try {
            List<ByteBuffer> now = contents();
            boolean settled = now.equals(lastSeen);
            lastSeen = now;
            if (settled && !now.equals(lastMadeFrom)) {
                lastMadeFrom = now;
                makeAgain();
            }
        } catch (RuntimeException e) {
            // An exception would cancel the periodic check.
            log.error("Certificate files could not be looked at", e);
        }
    }

    private void makeAgain() {
        try {
            made = new Made<>(maker.make(), Instant.now(), Optional.empty());
            log.atInfo().addKeyValue("files", files).log("Certificates were read again; new connections use them");
        } catch (IOException | GeneralSecurityException | RuntimeException e) {
            String why = String.valueOf(e.getMessage());
            made = new Made<>(made.value(), made.since(), Optional.of(why));
            log.atError()
                    .addKeyValue("files", files)
                    .addKeyValue("reason", why)
                    .log("Changed certificates can't be used; those from before stay in use");
        }
    }

    /** The files' bytes. An unreadable file counts as empty: the maker reports the error. */
    private List<ByteBuffer> contents() {
        List<ByteBuffer> contents = new ArrayList<>(files.size());
        for (Path file : files) {
            byte @Nullable [] bytes = null;
            try {
                bytes = Files.readAllBytes(file);
            } catch (IOException e) {
                log.debug("A certificate file can't be read", e);
            }
            contents.add(bytes == null ? ByteBuffer.allocate(0) : ByteBuffer.wrap(bytes));
        }
        return contents;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
