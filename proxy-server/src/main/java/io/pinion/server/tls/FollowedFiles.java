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
 * Something that is made from a few small files, and made again when one of them has changed. When that fails, what was
 * made before stays.
 *
 * <p>A change counts when the files have stayed the same from one look to the next: a certificate and its key are written
 * one after the other, and each may be seen half written. It compares contents, since files are also replaced through
 * links above them and on other machines. Looking happens on a thread of its own; any thread may ask.
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

    /** Reads the files; called again on another thread whenever they have changed. */
    public interface Maker<T> {
        T make() throws IOException, GeneralSecurityException;
    }

    /**
     * What there is now.
     *
     * @param since when it was made
     * @param refused why the files as they are now aren't used; absent when they are
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
     * Reads the files and goes on looking at them.
     *
     * @throws IOException when a file can't be read the first time
     * @throws GeneralSecurityException when nothing can be made from them the first time
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
            // The next look must come, whatever happened in this one.
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

    /** A file that can't be read counts as empty here: making something of it says why. */
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
