package io.pinion.operations.export.file;

import io.pinion.operations.server.sql.SqlText;
import io.pinion.operations.server.stream.StreamedRow;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Collectors;

/** INSERT statements of many rows, for a table of the same definition in whatever database they are read into. */
final class SqlFile extends TextFile {
    /** Less than any server's max_allowed_packet; a longer row has a statement of its own. */
    private static final long STATEMENT_BYTES = 1 << 19;

    /** What is read is written as it was: times in UTC, zeros as they are, days that no calendar has. */
    private static final String SETTINGS = "SET NAMES utf8mb4;\nSET SESSION time_zone='+00:00',"
            + " sql_mode='NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES', foreign_key_checks=0, unique_checks=0;\n";

    private static final byte[] NULL = "NULL".getBytes(StandardCharsets.US_ASCII);

    private final String insert;
    private long bytesOfStatement;

    SqlFile(OutputStream out, String table, List<FileColumn> columns, FileCompression compression) throws IOException {
        super(out, columns, compression);
        this.insert = "INSERT INTO " + SqlText.quoteName(table)
                + columns.stream()
                        .map(column -> SqlText.quoteName(column.name()))
                        .collect(Collectors.joining(", ", " (", ") VALUES\n"));
        this.out.put(SETTINGS);
    }

    @Override
    public void add(StreamedRow row) throws IOException {
        if (bytesOfStatement > STATEMENT_BYTES || (bytesOfStatement > 0 && isLong(row))) {
            endStatement();
        }
        if (bytesOfStatement == 0) {
            out.put(insert);
        } else {
            out.put(",\n");
        }
        out.put('(');
        for (int i = 0; i < row.columns(); i++) {
            if (i > 0) {
                out.put(',');
            }
            bytesOfStatement += 4;
            if (row.isNull(i)) {
                out.put(NULL);
            } else {
                bytesOfStatement += row.length(i);
                literal(columns.get(i).type(), row.bytes(i), row.from(i), row.to(i));
            }
        }
        out.put(')').endRow();
    }

    private static boolean isLong(StreamedRow row) {
        long bytes = 0;
        for (int i = 0; i < row.columns(); i++) {
            bytes += row.isNull(i) ? 0 : row.length(i);
        }
        return bytes > STATEMENT_BYTES;
    }

    private void literal(ValueType type, byte[] value, int from, int to) {
        if (type.isNumber()) {
            out.putNumber(value, from, to);
        } else if (ValueType.Plain.BYTES.equals(type)) {
            out.put("x'").put(HexFormat.of().formatHex(value, from, to)).put('\'');
        } else {
            quoted(value, from, to);
        }
    }

    private void quoted(byte[] value, int from, int to) {
        out.put('\'');
        int begin = from;
        for (int at = from; at < to; at++) {
            if (value[at] == '\'' || value[at] == '\\' || value[at] == 0) {
                out.put(value, begin, at).put('\\').put(value[at] == 0 ? '0' : (char) value[at]);
                begin = at + 1;
            }
        }
        out.put(value, begin, to).put('\'');
    }

    private void endStatement() {
        if (bytesOfStatement > 0) {
            out.put(";\n");
            bytesOfStatement = 0;
        }
    }

    @Override
    public void finish() throws IOException {
        endStatement();
        super.finish();
    }
}
