package io.pinion.operations.export.file;

import io.pinion.operations.server.stream.StreamedRow;
import java.io.IOException;

/** A file that gets rows. Its owner closes it in any case, and the stream that it writes to. Blocks; for one thread. */
public interface RowFile extends AutoCloseable {
    /** Takes a value of each column, as the server tells it. */
    void add(StreamedRow row) throws IOException;

    /** Writes what belongs behind the last row. */
    void finish() throws IOException;

    /** Gives back what it holds outside of Java's memory. */
    @Override
    default void close() {}
}
