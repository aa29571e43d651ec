package io.pinion.cli.advise;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.OtherNumber;
import io.pinion.config.document.DocumentNode.Sequence;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.DocumentNode.Whole;
import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.Problems;
import io.pinion.routing.advice.LoggedStatement;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** What pt-query-digest makes of a log: its report, or the JSON of {@code --output json}. */
public final class PerconaDigest implements StatementLog {
    private static final Pattern QUERY = Pattern.compile("# Query \\d+: .*");
    private static final Pattern COUNT = Pattern.compile("# Count +\\d+ +([\\d.]+)([kMG]?)\\b.*");
    private static final Pattern TIME = Pattern.compile("# Exec time +\\d+ +([\\d.]+)(us|ms|s|ks|Ms)\\b.*");
    private static final Pattern DATABASES = Pattern.compile("# Databases +(\\S+).*");
    private static final int HEADER = 512;
    private static final double MICROS = 1e6;

    private final Path file;

    public PerconaDigest(Path file) {
        this.file = file;
    }

    @Override
    public void read(Consumer<LoggedStatement> statements, LogFindings findings) throws IOException, UnreadableLog {
        try (LogLines lines = LogLines.open(file)) {
            byte[] first = lines.next();
            while (first != null && LogEntry.shown(first).isEmpty()) {
                first = lines.next();
            }
            if (first != null && LogEntry.shown(first).startsWith("{")) {
                json(statements, findings);
                return;
            }
            if (!report(lines, statements, findings) && first != null) {
                throw new UnreadableLog(
                        file + " is no report of pt-query-digest: it begins with '" + LogEntry.shown(first) + "'");
            }
        }
    }

    /** One query of a report. */
    private static final class Open {
        private final LogEntry text = new LogEntry();
        private long count = 1;
        private long micros;
        private @Nullable String database;
        private boolean ended;
    }

    /** Whether there was any query. */
    private static boolean report(LogLines lines, Consumer<LoggedStatement> statements, LogFindings findings)
            throws IOException {
        Open open = null;
        boolean any = false;
        for (byte[] line = lines.next(); line != null; line = lines.next()) {
            String beginning = LogEntry.beginning(line, HEADER);
            if (QUERY.matcher(beginning).matches()) {
                any = true;
                end(open, statements, findings);
                open = new Open();
            } else if (open != null && beginning.startsWith("#")) {
                header(open, beginning);
            } else if (open != null && !open.ended) {
                String whole = LogEntry.beginning(line, line.length);
                boolean ends = whole.endsWith("\\G");
                open.text.line(ends ? Arrays.copyOf(line, line.length - 2) : line, 0);
                open.ended = ends;
            }
        }
        end(open, statements, findings);
        return any;
    }

    private static void header(Open open, String line) {
        // The query below an UPDATE or DELETE is a SELECT made of it for EXPLAIN.
        open.ended = open.ended || line.startsWith("# Converted for EXPLAIN");
        Matcher count = COUNT.matcher(line);
        Matcher time = TIME.matcher(line);
        Matcher database = DATABASES.matcher(line);
        if (count.matches()) {
            open.count = Math.max(1, Math.round(Double.parseDouble(count.group(1)) * factor(count.group(2))));
        } else if (time.matches()) {
            open.micros = Math.round(Double.parseDouble(time.group(1)) * factor(time.group(2)) * MICROS);
        } else if (database.matches()) {
            open.database = database.group(1);
        }
    }

    private static double factor(String unit) {
        return switch (unit) {
            case "us" -> 1e-6;
            case "ms" -> 1e-3;
            case "k", "ks" -> 1e3;
            case "M", "Ms" -> 1e6;
            case "G" -> 1e9;
            default -> 1;
        };
    }

    private static void end(@Nullable Open open, Consumer<LoggedStatement> statements, LogFindings findings) {
        if (open != null) {
            send(open.text.statement(findings), open.database, open.count, open.micros, statements);
        }
    }

    private static void send(
            byte[] text, @Nullable String database, long count, long micros, Consumer<LoggedStatement> statements) {
        if (text.length > 0) {
            statements.accept(new LoggedStatement(
                    text, Optional.ofNullable(database), OptionalLong.empty(), count, micros, false));
        }
    }

    // --- JSON

    private void json(Consumer<LoggedStatement> statements, LogFindings findings) throws IOException, UnreadableLog {
        Problems problems = new Problems();
        Optional<DocumentNode> root = DocumentParser.json()
                .parse(Files.readString(file, StandardCharsets.UTF_8).replaceAll("(?s)^\\s+", ""), problems);
        if (root.isEmpty()
                || !(at(root.get(), "classes") instanceof Sequence(var path, int line, List<DocumentNode> classes))) {
            throw new UnreadableLog(file + " is no JSON of pt-query-digest: it has no list \"classes\"");
        }
        for (DocumentNode of : classes) {
            long count = Math.round(number(at(of, "query_count")));
            long micros = Math.round(number(at(at(at(of, "metrics"), "Query_time"), "sum")) * MICROS);
            String database = text(at(at(at(of, "metrics"), "db"), "value"));
            String query = text(at(at(of, "example"), "query"));
            if (query != null) {
                LogEntry entry = new LogEntry();
                entry.line(query.getBytes(StandardCharsets.UTF_8), 0);
                send(entry.statement(findings), database, Math.max(1, count), micros, statements);
            }
        }
    }

    private static @Nullable DocumentNode at(@Nullable DocumentNode node, String name) {
        return node instanceof Mapping mapping ? mapping.field(name).orElse(null) : null;
    }

    private static @Nullable String text(@Nullable DocumentNode node) {
        return node instanceof Text text ? text.value() : null;
    }

    /** It writes numbers as text, too. */
    private static double number(@Nullable DocumentNode node) {
        try {
            return switch (node) {
                case Whole whole -> whole.value();
                case OtherNumber other -> Double.parseDouble(other.written());
                case Text text -> Double.parseDouble(text.value());
                case null, default -> 0;
            };
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
