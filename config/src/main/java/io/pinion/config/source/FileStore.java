package io.pinion.config.source;

import io.pinion.config.change.HistoryEntry;
import io.pinion.routing.text.TextDigest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The document in a file. Its version is a hash of the text; writers that lock {@code file.lock} exclude each other.
 */
public record FileStore(Path file) implements TopologyStore {
    @Override
    public Optional<StoredDocument> read() throws StoreUnavailable {
        try {
            String json = Files.readString(file);
            return Optional.of(new StoredDocument(json, versionOf(json)));
        } catch (NoSuchFileException none) {
            return Optional.empty();
        } catch (IOException e) {
            throw new StoreUnavailable(file + " can't be read: " + e, e);
        }
    }

    @Override
    public long replace(OptionalLong expectedVersion, String json, Optional<HistoryEntry> change)
            throws VersionConflict, StoreUnavailable {
        Path lockFile = file.resolveSibling(file.getFileName() + ".lock");
        try (FileChannel channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            Optional<StoredDocument> stored = read();
            OptionalLong found =
                    stored.isPresent() ? OptionalLong.of(stored.get().version()) : OptionalLong.empty();
            if (!found.equals(expectedVersion) || !lock.isValid()) {
                throw new VersionConflict(file + " has changed since it was read; read it again");
            }
            AtomicFile.write(file, json);
            return versionOf(json);
        } catch (IOException e) {
            throw new StoreUnavailable(file + " can't be written: " + e, e);
        }
    }

    private static long versionOf(String json) {
        return ByteBuffer.wrap(TextDigest.of(json)).getLong() & Long.MAX_VALUE;
    }
}
