package io.pinion.cli.advise;

import io.pinion.routing.advice.LoggedStatement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Statements alone: each ends with a semicolon at the end of a line, or, in a file whose first line has none there, with
 * its line. Lines that begin with {@code --} or {@code #} are comments. A statement with {@code ?} or {@code (...)} has
 * no values to be planned with, and is left out.
 */
public record StatementsFile(Path file) implements StatementLog {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\?|\\(\\.\\.\\.\\)|\\.\\.\\.\\s*$");

    /** Texts, names and comments, in which a question mark is no placeholder; executable comments are code. */
    private static final Pattern QUOTED = Pattern.compile(
            "'(?:[^'\\\\]|\\\\.|'')*+'|\"(?:[^\"\\\\]|\\\\.|\"\")*+\"|`[^`]*+`"
                    + "|/\\*(?!M?!).*?\\*/|(?:#|--(?=\\s|\\z))[^\n]*+",
            Pattern.DOTALL);

    private static final int SHORT = 1 << 16;

    @Override
    public void read(Consumer<LoggedStatement> statements, Set<String> findings) throws IOException {
        boolean terminated = isTerminated();
        try (LogLines lines = LogLines.open(file)) {
            LogEntry entry = new LogEntry();
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                String text = LogEntry.beginning(line, line.length).strip();
                if (text.isEmpty() || text.startsWith("--") || text.startsWith("#")) {
                    continue;
                }
                entry.line(line, 0);
                if (!terminated || text.endsWith(";")) {
                    end(entry, statements, findings);
                    entry = new LogEntry();
                }
            }
            end(entry, statements, findings);
        }
    }

    private boolean isTerminated() throws IOException {
        try (LogLines lines = LogLines.open(file)) {
            int read = 0;
            for (byte[] line = lines.next(); line != null && read < SHORT; line = lines.next()) {
                read += line.length;
                if (LogEntry.beginning(line, line.length).strip().endsWith(";")) {
                    return true;
                }
            }
            return false;
        }
    }

    private static void end(LogEntry entry, Consumer<LoggedStatement> statements, Set<String> findings) {
        byte[] text = entry.statement(findings);
        if (hasNoValues(text)) {
            findings.add("statements with ? or (...) in place of values, as digests and prepared ones have, are left"
                    + " out: a slow log has the statements with their values");
        } else if (text.length > 0) {
            statements.accept(new LoggedStatement(text, Optional.empty(), OptionalLong.empty(), 0));
        }
    }

    private static boolean hasNoValues(byte[] text) {
        if (text.length > SHORT) {
            return false;
        }
        String sql = new String(text, StandardCharsets.ISO_8859_1);
        return PLACEHOLDER.matcher(sql).find()
                && PLACEHOLDER.matcher(QUOTED.matcher(sql).replaceAll("")).find();
    }
}
