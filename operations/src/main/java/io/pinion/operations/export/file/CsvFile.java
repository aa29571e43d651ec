package io.pinion.operations.export.file;

import io.pinion.operations.server.stream.StreamedRow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Values with commas between, as RFC 4180 has it, below a line of names. Characters and bytes, in Base64, are always
 * quoted, so that nothing between two commas is NULL.
 */
final class CsvFile extends TextFile {
    private static final String LINE_END = "\r\n";

    CsvFile(OutputStream out, List<FileColumn> columns, FileCompression compression) throws IOException {
        super(out, columns, compression);
        for (int i = 0; i < columns.size(); i++) {
            separate(i);
            byte[] name = columns.get(i).name().getBytes(StandardCharsets.UTF_8);
            quoted(name, 0, name.length);
        }
        this.out.put(LINE_END);
    }

    private void separate(int column) {
        if (column > 0) {
            out.put(',');
        }
    }

    private void quoted(byte[] text, int from, int to) {
        out.put('"').putDoubling(text, from, to, '"').put('"');
    }

    @Override
    public void add(StreamedRow row) throws IOException {
        for (int i = 0; i < row.columns(); i++) {
            separate(i);
            if (!row.isNull(i)) {
                value(columns.get(i).type(), row.bytes(i), row.from(i), row.to(i));
            }
        }
        out.put(LINE_END).endRow();
    }

    private void value(ValueType type, byte[] value, int from, int to) {
        if (ValueType.Plain.TEXT.equals(type)) {
            quoted(value, from, to);
        } else if (ValueType.Plain.BYTES.equals(type)) {
            out.put('"').putBase64(value, from, to).put('"');
        } else if (type.isNumber()) {
            out.putNumber(value, from, to);
        } else {
            out.put(value, from, to);
        }
    }
}
