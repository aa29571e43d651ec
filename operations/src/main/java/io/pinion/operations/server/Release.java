package io.pinion.operations.server;

import java.lang.module.ModuleDescriptor.Version;
import java.sql.SQLFeatureNotSupportedException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The release of a server. */
final class Release {
    /** MariaDB before 11 greets with 5.5.5 in front of its own numbers, for replicas of MySQL. */
    private static final Pattern NUMBERS = Pattern.compile("(?:5\\.5\\.5-)?(\\d{1,3}(?:\\.\\d{1,3})+).*");

    private static final int UNSUPPORTED = 1235;

    private Release() {}

    /**
     * Refuses a server whose product had not yet what Pinion's statements ask for.
     *
     * @param name the server's in the message
     * @param version as {@code SELECT VERSION()} answers; one without numbers is older than all
     */
    static void requireSupported(String name, String version) throws SQLFeatureNotSupportedException {
        Dialect dialect = Dialect.ofVersion(version);
        String oldest = dialect.oldestRelease();
        Matcher numbers = NUMBERS.matcher(version);
        if (!numbers.matches() || Version.parse(numbers.group(1)).compareTo(Version.parse(oldest)) < 0) {
            throw new SQLFeatureNotSupportedException(
                    name + " is " + dialect.name() + " " + version + ", and Pinion needs " + dialect.name() + " "
                            + oldest + " or newer: upgrade it, or let a newer server follow it and"
                            + " take its place (docs/in-front-first.md, \"An older server\")",
                    "0A000",
                    UNSUPPORTED);
        }
    }
}
