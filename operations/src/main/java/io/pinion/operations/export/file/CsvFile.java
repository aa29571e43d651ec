package io.pinion.operations.export.file;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values with commas between, as RFC 4180 has it, below a line of names. Characters and bytes, in Base64, are always
 * quoted, so that nothing between two commas is NULL.
 */
final class CsvFile implements RowFile {
    private static final String LINE_END = "\r\n";

    private final TextOutput out;
    private final List<FileColumn> columns;

    CsvFile(OutputStream out, List<FileColumn> columns, FileCompression compression) throws IOException {
        this.out = new TextOutput(out, compression);
        this.columns = List.copyOf(columns);
        for (int i = 0; i < columns.size(); i++) {
            separate(i);
            quoted(columns.get(i).name().getBytes(StandardCharsets.UTF_8));
        }
        this.out.put(LINE_END);
    }

    private void separate(int column) {
        if (column > 0) {
            out.put(',');
        }
    }

    private void quoted(byte[] text) {
        out.put('"').putDoubling(text, '"').put('"');
    }

    @Override
    public void add(byte[] @Nullable [] values) throws IOException {
        for (int i = 0; i < values.length; i++) {
            separate(i);
            byte[] value = values[i];
            if (value == null) {
                continue;
            }
            switch (columns.get(i).type()) {
                case ValueType.Text t -> quoted(value);
                case ValueType.Bytes b -> out.put('"').putBase64(value).put('"');
                case ValueType type -> {
                    if (type.isNumber()) {
                        out.putNumber(value);
                    } else {
                        out.put(value);
                    }
                }
            }
        }
        out.put(LINE_END).endRow();
    }

    @Override
    public void finish() throws IOException {
        out.finish();
    }

    @Override
    public void close() {
        out.close();
    }
}
