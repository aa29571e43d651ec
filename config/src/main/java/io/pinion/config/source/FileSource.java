package io.pinion.config.source;

import io.pinion.config.source.SourceStatus.State;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.StoredDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Serves the document of a file and looks four times a second whether it has changed.
 *
 * <p>It polls instead of using {@link java.nio.file.WatchService} because files are also replaced through a link above
 * them (as Kubernetes does) or on another machine (NFS), which no watch sees. A document that is written in place may
 * be read half: that is a refused document until the other half is there.
 */
public final class FileSource extends WatchingSource {
    private static final long POLL_MILLIS = 250;
    private static final long OPEN_MILLIS = 30_000;
    /** A file this young may change again without a new time stamp, so it is read again. */
    private static final Duration YOUNG = Duration.ofSeconds(2);

    private final Path file;
    private final FileStore store;
    private final Clock clock;
    private @Nullable Seen seen;

    /** The attributes that show a changed file without reading it. */
    private record Seen(
            FileTime modified, long size, @Nullable Object key) {
        static Seen of(Path file) throws IOException {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            return new Seen(attributes.lastModifiedTime(), attributes.size(), attributes.fileKey());
        }
    }

    private FileSource(Path file, FileStore store, Clock clock) {
        super(store, "file " + file, Counting.BY_SOURCE, Optional.empty(), clock);
        this.file = file;
        this.store = store;
        this.clock = clock;
    }

    /**
     * Reads the file and goes on watching it.
     *
     * @throws TopologyUnavailable when the file holds no right document; the message has every problem
     */
    public static FileSource open(Path file) throws TopologyUnavailable {
        FileSource source = new FileSource(file, new FileStore(file), Clock.systemUTC());
        if (!source.thread.runAndWait(source::look, OPEN_MILLIS)) {
            source.close();
            throw new TopologyUnavailable("reading " + file + " takes too long");
        }
        if (!source.isRunning()) {
            source.close();
            throw new TopologyUnavailable(source.status().refusal());
        }
        source.thread.every(POLL_MILLIS, source::look);
        return source;
    }

    private void look() {
        try {
            Seen now = Seen.of(file);
            boolean young = now.modified().toInstant().plus(YOUNG).isAfter(clock.instant());
            if (now.equals(seen) && !young) {
                return;
            }
            Optional<StoredDocument> document = store.read();
            if (document.isEmpty()) {
                away(file + " is gone");
                return;
            }
            seen = now;
            state(State.CONNECTED);
            offer(document.get());
        } catch (IOException | StoreUnavailable e) {
            away(file + " can't be read: " + e);
        }
    }

    private void away(String why) {
        seen = null;
        state(State.LOST);
        refuse(why, List.of());
    }
}
