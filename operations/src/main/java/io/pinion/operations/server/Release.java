package io.pinion.operations.server;

import java.sql.SQLFeatureNotSupportedException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * The numbers of a server's release.
 *
 * @param numbers as in 8.0.26, the most significant first
 */
record Release(List<Integer> numbers) {
    /** MariaDB before 11 greets with 5.5.5 in front of its own numbers, for replicas of MySQL. */
    private static final Pattern NUMBERS = Pattern.compile("(?:5\\.5\\.5-)?(\\d{1,3}(?:\\.\\d{1,3})+).*");

    private static final int UNSUPPORTED = 1235;

    Release {
        numbers = List.copyOf(numbers);
    }

    /** @param version as {@code SELECT VERSION()} answers; one without numbers is older than all */
    static Release of(String version) {
        return new Release(NUMBERS.matcher(version)
                .results()
                .map((MatchResult found) -> found.group(1))
                .flatMap(found -> Arrays.stream(found.split("\\.", -1)))
                .map(Integer::valueOf)
                .toList());
    }

    private boolean isBefore(Release other) {
        return Arrays.compare(asArray(), other.asArray()) < 0;
    }

    private int[] asArray() {
        return numbers.stream().mapToInt(Integer::intValue).toArray();
    }

    /**
     * Refuses a server whose product had not yet what Pinion's statements ask for.
     *
     * @param name the server's in the message
     */
    static void requireSupported(String name, String version) throws SQLFeatureNotSupportedException {
        Dialect dialect = Dialect.ofVersion(version);
        if (of(version).isBefore(of(dialect.oldestRelease()))) {
            throw new SQLFeatureNotSupportedException(
                    name + " is " + dialect.name() + " " + version + ", and Pinion needs " + dialect.name() + " "
                            + dialect.oldestRelease() + " or newer: upgrade it, or let a newer server follow it and"
                            + " take its place (docs/in-front-first.md, \"An older server\")",
                    "0A000",
                    UNSUPPORTED);
        }
    }
}
