package io.pinion.cli.advise;

import io.pinion.routing.advice.LoggedStatement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The general query log of MySQL ({@code 2026-01-02T…}) or MariaDB ({@code 260102 …}). */
public final class GeneralLog implements StatementLog {
    private static final Pattern ENTRY = Pattern.compile("(?:\\d{4}-\\d\\d-\\d\\dT[\\d:.]+(?:Z|[+-]\\d\\d:\\d\\d)\\s+"
            + "|\\d{6} [ \\d]\\d:\\d\\d:\\d\\d\\s+|\\t\\t *)(\\d+) (Query|Execute|Prepare|Connect|Init DB|Quit|Change user"
            + "|Close stmt|Reset stmt|Long Data|Fetch|Field List|Statistics|Ping|Sleep|Refresh|Shutdown|Processlist|Kill"
            + "|Debug|Set option|Create DB|Drop DB|Binlog Dump|Binlog Dump GTID|Table Dump|Connect Out|Register Slave"
            + "|Register Replica|Reset Connection|Daemon|Delayed insert|Time|Clone|Error|Bulk_execute)(?:\\t|$)");

    private static final Pattern CONNECT = Pattern.compile(".*? on (\\S*)(?: +using .*)?");
    private static final Pattern USE = Pattern.compile("(?i)\\s*use\\s+`?([^`;]+?)`?\\s*+;?\\s*+");
    private static final int HEADER = 256;
    private static final int CONNECTIONS = 20_000;

    private final Path file;
    private final Map<Long, String> databases = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, String> eldest) {
            return size() > CONNECTIONS;
        }
    };

    public GeneralLog(Path file) {
        this.file = file;
    }

    /** An entry whose lines are being read. */
    private record Open(long connection, String command, LogEntry text) {}

    @Override
    public void read(Consumer<LoggedStatement> statements, LogFindings findings) throws IOException, UnreadableLog {
        databases.clear();
        try (LogLines lines = LogLines.open(file)) {
            Open open = null;
            boolean any = false;
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                String beginning = LogEntry.beginning(line, HEADER);
                Matcher entry = ENTRY.matcher(beginning);
                Matcher started = LogLines.STARTED.matcher(beginning);
                if (entry.lookingAt()) {
                    any = true;
                    end(open, statements, findings);
                    open = new Open(Long.parseLong(entry.group(1)), entry.group(2), new LogEntry());
                    open.text().line(line, Math.min(entry.end(), line.length));
                } else if (started.find()) {
                    end(open, statements, findings);
                    findings.version(started.group(1));
                    open = null;
                } else if (open != null) {
                    open.text().line(line, 0);
                }
            }
            lines.requireEntries(any, "general log", "A slow log is --slow-log, statements alone are --statements");
            if (open != null && lines.endsWhole(findings)) {
                end(open, statements, findings);
            }
        }
    }

    private void end(@Nullable Open open, Consumer<LoggedStatement> statements, LogFindings findings) {
        if (open == null) {
            return;
        }
        byte[] text = open.text().statement(findings);
        switch (open.command()) {
            case "Connect", "Change user" -> connect(open.connection(), text);
            case "Init DB" -> databases.put(open.connection(), new String(text, StandardCharsets.UTF_8));
            case "Quit" -> databases.remove(open.connection());
            case "Query", "Execute", "Bulk_execute" -> statement(open.connection(), text, statements);
            default -> {
                // A prepared statement counts when it is executed; the others have no text.
            }
        }
    }

    private void connect(long connection, byte[] text) {
        Matcher connect = CONNECT.matcher(new String(text, StandardCharsets.UTF_8));
        if (connect.matches()) {
            if (!connect.group(1).isEmpty()) {
                databases.put(connection, connect.group(1));
            }
        }
    }

    private void statement(long connection, byte[] text, Consumer<LoggedStatement> statements) {
        if (text.length == 0) {
            return;
        }
        statements.accept(LoggedStatement.of(
                text, Optional.ofNullable(databases.get(connection)), OptionalLong.of(connection), 0));
        if (text.length < HEADER) {
            Matcher use = USE.matcher(new String(text, StandardCharsets.UTF_8));
            if (use.matches()) {
                databases.put(connection, use.group(1));
            }
        }
    }
}
