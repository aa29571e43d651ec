package io.pinion.protocol.flags;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A collation and its number on the wire. The table is what MySQL 9.7.4 and MariaDB 11.4.5 report.
 *
 * <p>The servers differ in five numbers: 122, 149, 181, 213 and 245 are {@code …_croatian_ci} on MySQL and an older
 * order of the same character set on MariaDB, which has its {@code …_croatian_ci} at other numbers. Found by
 * number, these five are MySQL's.
 *
 * @param id the number in greetings (its low byte), column definitions and information_schema
 * @param knownTo the servers that understand the number; any other server silently takes its own default
 */
public record Collation(int id, String name, Charset charset, KnownTo knownTo) {
    /** {@code latin1_swedish_ci}, the default of old clients. */
    public static final int LATIN1_SWEDISH_CI = 8;

    public static final int UTF8MB3_GENERAL_CI = 33;
    public static final int UTF8MB4_GENERAL_CI = 45;
    public static final int BINARY = 63;
    /** MySQL's default; MariaDB before 11.4.5 does not know it. */
    public static final int UTF8MB4_0900_AI_CI = 255;

    /** MySQL's orders of Unicode 9, {@code …_0900_…}, which older servers of MariaDB don't have. */
    public boolean isOfUnicode9() {
        return name.contains("_0900_");
    }

    /** The servers that understand a collation's number. */
    public enum KnownTo {
        BOTH,
        MYSQL,
        MARIADB
    }

    private static final Map<Integer, Collation> BY_ID = load();

    public static Optional<Collation> of(int id) {
        return Optional.ofNullable(BY_ID.get(id));
    }

    /** The character set of a collation number; {@code utf8mb4} for an unknown number. */
    public static Charset charsetOf(int id) {
        Collation collation = BY_ID.get(id);
        return collation == null ? Charset.UTF8MB4 : collation.charset();
    }

    private static Map<Integer, Collation> load() {
        try (InputStream in = Collation.class.getResourceAsStream("collations.tsv")) {
            if (in == null) {
                throw new IllegalStateException("collations.tsv is missing from the class path");
            }
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(Collation::parse)
                    .collect(Collectors.toUnmodifiableMap(Collation::id, Function.identity(), (first, other) -> first));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Collation parse(String line) {
        String[] fields = line.split("\t");
        Charset charset = Charset.named(fields[2])
                .orElseThrow(() -> new IllegalStateException("collations.tsv names the unknown " + fields[2]));
        return new Collation(
                Integer.parseInt(fields[0]), fields[1], charset, KnownTo.valueOf(fields[3].toUpperCase(Locale.ROOT)));
    }
}
