package io.pinion.operations.export.file;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** CSV or SQL: lines of text, compressed as a whole. */
abstract class TextFile implements RowFile {
    final TextOutput out;
    final List<FileColumn> columns;

    TextFile(OutputStream out, List<FileColumn> columns, FileCompression compression) throws IOException {
        this.out = new TextOutput(out, compression);
        this.columns = List.copyOf(columns);
    }

    @Override
    public void finish() throws IOException {
        out.finish();
    }

    @Override
    public final void close() {
        out.close();
    }
}
