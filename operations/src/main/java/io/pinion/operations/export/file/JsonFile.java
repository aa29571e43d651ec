package io.pinion.operations.export.file;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.pinion.operations.server.stream.StreamedRow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * One JSON object a line. Decimals are strings, since many programs read a number of JSON as one of 64 bits; bytes are
 * Base64.
 */
final class JsonFile extends TextFile {
    private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
    private static final String HEX = "0123456789abcdef";
    private static final int FIRST_PRINTED = 0x20;

    /** What stands before each value. */
    private final List<byte[]> names = new ArrayList<>();

    JsonFile(OutputStream out, List<FileColumn> columns, FileCompression compression) throws IOException {
        super(out, columns, compression);
        for (FileColumn column : columns) {
            String before = names.isEmpty() ? "{\"" : ",\"";
            String name = new String(JsonStringEncoder.getInstance().quoteAsString(column.name()));
            names.add((before + name + "\":").getBytes(StandardCharsets.UTF_8));
        }
    }

    @Override
    public void add(StreamedRow row) throws IOException {
        for (int i = 0; i < row.columns(); i++) {
            out.put(names.get(i));
            if (row.isNull(i)) {
                out.put(NULL);
            } else {
                value(columns.get(i).type(), row.bytes(i), row.from(i), row.to(i));
            }
        }
        out.put('}').put('\n').endRow();
    }

    private void value(ValueType type, byte[] value, int from, int to) {
        if (isNumber(type)) {
            out.putNumber(value, from, to);
        } else if (type instanceof ValueType.Bytes) {
            out.put('"').putBase64(value, from, to).put('"');
        } else {
            quoted(value, from, to);
        }
    }

    private static boolean isNumber(ValueType type) {
        return type.isNumber() && !(type instanceof ValueType.Decimal);
    }

    private void quoted(byte[] value, int from, int to) {
        out.put('"');
        int begin = from;
        for (int at = from; at < to; at++) {
            byte next = value[at];
            if (next == '"' || next == '\\' || (next >= 0 && next < FIRST_PRINTED)) {
                out.put(value, begin, at).put('\\');
                escaped(next);
                begin = at + 1;
            }
        }
        out.put(value, begin, to).put('"');
    }

    private void escaped(byte next) {
        switch (next) {
            case '\n' -> out.put('n');
            case '\r' -> out.put('r');
            case '\t' -> out.put('t');
            case '"', '\\' -> out.put((char) next);
            default -> out.put("u00").put(HEX.charAt(next >> 4)).put(HEX.charAt(next & 0xF));
        }
    }
}
