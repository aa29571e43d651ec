package io.pinion.cli.advise;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A dump's statements about tables: without rows, and without what DELIMITER encloses.
 *
 * @param definitions the statements
 * @param database which the dump's header names
 * @param serverVersion which the dump's header names
 * @param routines whether DELIMITER enclosed triggers or routines
 */
public record SchemaDump(
        byte[] definitions, Optional<String> database, Optional<String> serverVersion, boolean routines) {
    private static final Pattern HOST = Pattern.compile("-- Host: .*\\bDatabase: +(\\S+).*");
    private static final Pattern VERSION = Pattern.compile("-- Server version\\s+(\\S+).*");
    private static final int HEADER = 256;

    public static SchemaDump read(Path file) throws IOException {
        try (LogLines lines = LogLines.open(file)) {
            return new Reading().read(lines);
        }
    }

    private static final class Reading {
        private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
        private Optional<String> database = Optional.empty();
        private Optional<String> version = Optional.empty();
        private boolean routines;
        private boolean inRows;
        private boolean delimited;

        SchemaDump read(LogLines lines) throws IOException {
            for (byte[] line = lines.next(); line != null; line = lines.next()) {
                String beginning = LogEntry.beginning(line, HEADER);
                if (keeps(line, beginning)) {
                    kept.write(line, 0, line.length);
                    kept.write('\n');
                }
            }
            return new SchemaDump(kept.toByteArray(), database, version, routines);
        }

        private boolean keeps(byte[] line, String beginning) {
            if (beginning.startsWith("-- ")) {
                Matcher host = HOST.matcher(beginning);
                database = host.matches() && database.isEmpty() ? Optional.of(host.group(1)) : database;
                Matcher server = VERSION.matcher(beginning);
                version = server.matches() && version.isEmpty() ? Optional.of(server.group(1)) : version;
                return false;
            }
            String words = beginning.toUpperCase(Locale.ROOT);
            if (words.startsWith("DELIMITER ")) {
                delimited = !words.strip().equals("DELIMITER ;");
                routines = true;
                return false;
            }
            inRows = inRows || words.startsWith("INSERT INTO ") || words.startsWith("REPLACE INTO ");
            boolean skipped = inRows || delimited;
            if (inRows && LogEntry.beginning(line, line.length).stripTrailing().endsWith(";")) {
                inRows = false;
            }
            return !skipped;
        }
    }
}
