package io.pinion.operations.export.store;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * A directory of this machine. A file that isn't published has another name, which readers of directories leave out.
 *
 * @param directory may be missing
 */
public record DirectoryStore(Path directory) implements ExportStore {
    @Override
    public StoredFile begin(String path) throws IOException {
        Path file = directory.resolve(path);
        Path parent = file.getParent();
        if (parent != null) {
            Files.createDirectories(parent);
        }
        return new LocalFile(file);
    }

    private static final class LocalFile extends StoredFile {
        private final Path file;
        private final Path unfinished;
        private final FileChannel channel;
        private boolean published;

        LocalFile(Path file) throws IOException {
            this.file = file;
            this.unfinished = file.resolveSibling("." + file.getFileName() + ".unfinished");
            this.channel = FileChannel.open(
                    unfinished,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.TRUNCATE_EXISTING);
        }

        @Override
        protected void store(byte[] more, int from, int count) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(more, from, count);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }

        @Override
        public void publish() throws IOException {
            // Its name must not come to the disk before its bytes.
            channel.force(true);
            channel.close();
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            published = true;
        }

        @Override
        public void close() throws IOException {
            channel.close();
            if (!published) {
                Files.deleteIfExists(unfinished);
            }
        }
    }

    @Override
    public Optional<byte[]> read(String path) throws IOException {
        try {
            return Optional.of(Files.readAllBytes(directory.resolve(path)));
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        }
    }

    @Override
    public InputStream open(String path) throws IOException {
        try {
            return Files.newInputStream(directory.resolve(path));
        } catch (NoSuchFileException missing) {
            throw new IOException(path + " is missing", missing);
        }
    }

    @Override
    public OptionalLong size(String path) throws IOException {
        Path file = directory.resolve(path);
        return Files.isRegularFile(file) ? OptionalLong.of(Files.size(file)) : OptionalLong.empty();
    }

    @Override
    public void requireWritable() throws IOException {
        Path there = directory;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            throw new IOException(there + " is no directory in which this proxy may make files");
        }
    }

    @Override
    public boolean isEmpty() throws IOException {
        if (!Files.exists(directory)) {
            return true;
        }
        try (Stream<Path> there = Files.list(directory)) {
            return there.findAny().isEmpty();
        }
    }

    /** The next writer of a file takes what is left of the one before. */
    @Override
    public void discardUnfinished() {
        // Nothing else is left.
    }

    @Override
    public void remove(String path) throws IOException {
        Path first = directory.resolve(path);
        if (!Files.exists(first)) {
            return;
        }
        try (Stream<Path> all = Files.walk(first)) {
            // Files before the directories that have them.
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public String toString() {
        return directory.toString();
    }

    @Override
    public void close() {
        // Holds nothing.
    }
}
