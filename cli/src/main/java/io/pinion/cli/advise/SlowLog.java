package io.pinion.cli.advise;

import io.pinion.routing.advice.LoggedStatement;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The slow query log of MySQL or MariaDB. The time that a statement took is its weight. */
public record SlowLog(Path file) implements StatementLog {
    private static final Pattern ENTRY = Pattern.compile("# (?:Time: \\d|User@Host: )");
    private static final Pattern ID = Pattern.compile("\\b(?:Id|Thread_id): *(\\d+)");
    private static final Pattern SCHEMA = Pattern.compile("\\bSchema: (\\S*)");
    private static final Pattern TIME = Pattern.compile("\\bQuery_time: ([\\d.]+)");
    private static final Pattern USE = Pattern.compile("(?i)use `?([^`;]+)`?;\\s*");
    private static final Pattern TIMESTAMP = Pattern.compile("(?i)SET timestamp=\\d+(?:\\.\\d+)?;\\s*");
    private static final Pattern PREAMBLE = Pattern.compile("Tcp port: .*|Time\\s+Id Command\\s+Argument\\s*");
    private static final int HEADER = 512;
    private static final double MICROS = 1e6;

    /** What the lines above a statement tell. */
    private static final class Open {
        private final LogEntry text = new LogEntry();
        private @Nullable String schema;
        private OptionalLong connection = OptionalLong.empty();
        private long micros;
        private boolean began;

        /** Whether the line belongs to the header, or sets what the server sets for a statement. */
        boolean takes(String line) {
            if (began) {
                return false;
            }
            if (line.startsWith("#")) {
                Matcher id = ID.matcher(line);
                connection = id.find() ? OptionalLong.of(Long.parseLong(id.group(1))) : connection;
                Matcher time = TIME.matcher(line);
                micros = time.find() ? (long) (Double.parseDouble(time.group(1)) * MICROS) : micros;
                Matcher named = SCHEMA.matcher(line);
                schema = named.find() && !named.group(1).isEmpty() ? named.group(1) : schema;
                return true;
            }
            return TIMESTAMP.matcher(line).matches();
        }
    }

    @Override
    public void read(Consumer<LoggedStatement> statements, Set<String> findings) throws IOException, UnreadableLog {
        try (LogLines lines = LogLines.open(file)) {
            Open open = null;
            String database = null;
            boolean any = false;
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                String beginning = LogEntry.beginning(line, HEADER);
                if (LogLines.STARTED.matcher(beginning).find()) {
                    end(open, database, statements, findings);
                    open = null;
                    continue;
                }
                if (ENTRY.matcher(beginning).lookingAt() && (open == null || open.began || isTime(beginning))) {
                    any = true;
                    end(open, database, statements, findings);
                    open = new Open();
                }
                if (open == null
                        || open.takes(beginning)
                        || PREAMBLE.matcher(beginning).matches()) {
                    continue;
                }
                Matcher use = USE.matcher(beginning);
                if (!open.began && use.matches()) {
                    database = use.group(1);
                    open.schema = database;
                } else {
                    open.began = true;
                    open.text.line(line, 0);
                }
            }
            lines.requireEntries(any, "slow log", "Statements alone are --statements");
            if (open != null && lines.endsWhole(findings)) {
                end(open, database, statements, findings);
            }
        }
    }

    private static boolean isTime(String line) {
        return line.startsWith("# Time:");
    }

    private static void end(
            @Nullable Open open,
            @Nullable String database,
            Consumer<LoggedStatement> statements,
            Set<String> findings) {
        if (open == null || !open.began) {
            return;
        }
        byte[] text = open.text.statement(findings);
        boolean command = LogEntry.beginning(text, HEADER).startsWith("# administrator command:");
        if (text.length > 0 && !command) {
            Optional<String> current = Optional.ofNullable(open.schema).or(() -> Optional.ofNullable(database));
            statements.accept(new LoggedStatement(text, current, open.connection, open.micros));
        }
    }
}
