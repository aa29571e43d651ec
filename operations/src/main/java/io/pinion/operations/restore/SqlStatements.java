package io.pinion.operations.restore;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Cuts a file of SQL that Pinion has written into its statements. Holds one of them. For one thread. */
final class SqlStatements {
    private static final int BUFFER_BYTES = 1 << 16;

    private final InputStream file;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final ByteArrayOutputStream statement = new ByteArrayOutputStream();
    private int at;
    private int end;

    SqlStatements(InputStream file) {
        this.file = file;
    }

    /** The next statement, without its semicolon; empty behind the last one. */
    Optional<String> next() throws IOException {
        statement.reset();
        int quote = 0;
        boolean escaped = false;
        for (int from = at; ; at++) {
            if (at == end) {
                statement.write(buffer, from, at - from);
                from = 0;
                if (!fill()) {
                    return rest();
                }
            }
            byte next = buffer[at];
            if (escaped) {
                escaped = false;
            } else if (next == '\\' && quote == '\'') {
                escaped = true;
            } else if (quote != 0) {
                // A doubled quote ends a text and begins another one, which is the same here.
                quote = next == quote ? 0 : quote;
            } else if (next == '\'' || next == '`') {
                quote = next;
            } else if (next == ';') {
                statement.write(buffer, from, at - from);
                at++;
                return Optional.of(text());
            }
        }
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, file.read(buffer));
        return end > 0;
    }

    /** What stands behind the last semicolon is the end of a line, unless the file ends early. */
    private Optional<String> rest() throws IOException {
        if (!text().isEmpty()) {
            throw new IOException("it ends in the middle of a statement");
        }
        return Optional.empty();
    }

    private String text() {
        return statement.toString(StandardCharsets.UTF_8).strip();
    }
}
