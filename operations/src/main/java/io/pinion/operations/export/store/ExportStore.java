package io.pinion.operations.export.store;

import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The place of one export. Paths are below it, and have slashes between their parts. Thread-safe; blocks. An {@link
 * IOException} has a message for people.
 */
public interface ExportStore extends AutoCloseable {
    /** Begins a file, which takes the place of one of its name when it is published. */
    StoredFile begin(String path) throws IOException;

    /** A small file; empty where there is none. */
    Optional<byte[]> read(String path) throws IOException;

    /** Reads a file of any size; the caller closes it. */
    InputStream open(String path) throws IOException;

    /** The size of a file; empty where there is none. */
    OptionalLong size(String path) throws IOException;

    /** Refuses a place where no file can be made, as far as that shows without making one. */
    default void requireWritable() throws IOException {}

    /** Whether nothing is there. */
    boolean isEmpty() throws IOException;

    /** Throws away what a writer that has died before it published a file has left beside it. */
    void discardUnfinished() throws IOException;

    /** Removes a file or a directory with all that is in it, if it is there. */
    void remove(String path) throws IOException;

    /** The place, for people. */
    @Override
    String toString();

    @Override
    void close();

    /** Writes a small file. */
    default void write(String path, byte[] bytes) throws IOException {
        try (StoredFile file = begin(path)) {
            file.write(bytes);
            file.publish();
        }
    }
}
