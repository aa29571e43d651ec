package io.pinion.operations.export.file;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A file that gets rows. Its owner closes it in any case, and the stream that it writes to. Blocks; for one thread. */
public interface RowFile extends AutoCloseable {
    /** @param values one of each column, as the server tells it; null is NULL */
    void add(byte[] @Nullable [] values) throws IOException;

    /** Writes what belongs behind the last row. */
    void finish() throws IOException;

    /** Gives back what it holds outside of Java's memory. */
    @Override
    default void close() {}
}
