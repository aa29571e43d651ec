package io.pinion.routing.catalog;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The naming pattern of a keyspace's shard databases: {@code db%05d} names shard 3429 {@code db03429}. Two of the same text
 * are equal. Threads may share it.
 */
public final class DatabasePattern {
    private static final Pattern SYNTAX = Pattern.compile("([^%]*)%(?:0(\\d))?d([^%]*)");

    private final String prefix;
    private final int width;
    private final String suffix;

    /**
     * The names that were asked for, by shard. Every statement asks for one, and maps find the same object by a
     * comparison of references. Two threads may each spell a name or grow the array, and one of them does so in vain.
     */
    private @Nullable String[] names = {};

    /**
     * @param prefix the text before the number, such as {@code db}
     * @param width the least number of digits, filled up with zeros; 0 or 1 for a plain number
     * @param suffix the text behind the number, mostly empty
     */
    public DatabasePattern(String prefix, int width, String suffix) {
        if (prefix.isEmpty() || Character.isDigit(prefix.charAt(prefix.length() - 1))) {
            throw new IllegalArgumentException("a database pattern starts with letters before its number");
        }
        if (!suffix.isEmpty() && Character.isDigit(suffix.charAt(0))) {
            throw new IllegalArgumentException("no digit may follow the number in a database pattern");
        }
        if (width < 0 || width > 9) {
            throw new IllegalArgumentException("width " + width + " is not between 0 and 9");
        }
        this.prefix = prefix;
        this.width = width;
        this.suffix = suffix;
    }

    /** @throws IllegalArgumentException when the text isn't {@code prefix%0Nd} or {@code prefix%d} */
    public static DatabasePattern parse(String text) {
        Matcher matcher = SYNTAX.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a database pattern such as 'db%05d'");
        }
        String width = matcher.group(2);
        return new DatabasePattern(matcher.group(1), width == null ? 0 : Integer.parseInt(width), matcher.group(3));
    }

    public String prefix() {
        return prefix;
    }

    public int width() {
        return width;
    }

    public String suffix() {
        return suffix;
    }

    public String databaseOf(ShardId shard) {
        int number = shard.number();
        @Nullable String[] known = names;
        if (number >= known.length) {
            known = Arrays.copyOf(known, Integer.highestOneBit(number) * 2 + 1);
            names = known;
        }
        String name = known[number];
        if (name == null) {
            name = spelled(number);
            known[number] = name;
        }
        return name;
    }

    private String spelled(int shard) {
        String number = Integer.toString(shard);
        return prefix + "0".repeat(Math.max(0, width - number.length())) + number + suffix;
    }

    /** The databases of the shards from {@code first} to {@code last}, both included, in their order. */
    public List<String> databasesOf(int first, int last) {
        return IntStream.rangeClosed(first, last)
                .mapToObj(shard -> databaseOf(new ShardId(shard)))
                .toList();
    }

    /** The databases of the ranges' shards by their pair, pairs in the order of their first range. */
    public Map<String, List<String>> databasesOfPairs(List<ShardRange> ranges) {
        Map<String, List<String>> pairs = new LinkedHashMap<>();
        for (ShardRange range : ranges) {
            pairs.computeIfAbsent(range.pair(), none -> new ArrayList<>())
                    .addAll(databasesOf(range.first(), range.last()));
        }
        return pairs;
    }

    /** The shard number in a database's name, or -1 when the pattern gives that name to no shard. */
    public int shardIn(String database) {
        byte[] name = database.getBytes(StandardCharsets.UTF_8);
        return shardIn(name, 0, name.length);
    }

    /** As {@link #shardIn(String)} for a name in a text, from {@code from} (inclusive) to {@code to} (exclusive). */
    int shardIn(byte[] text, int from, int to) {
        int first = from + prefix.length();
        int end = to - suffix.length();
        int digits = end - first;
        if (digits < Math.max(1, width) || !has(prefix, text, from) || !has(suffix, text, end)) {
            return -1;
        }
        if (digits > width && digits > 1 && text[first] == '0') {
            return -1;
        }
        int number = 0;
        for (int i = first; i < end; i++) {
            int digit = text[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = number * 10 + digit;
            if (number > ShardId.MAX) {
                return -1;
            }
        }
        return number;
    }

    private static boolean has(String part, byte[] text, int at) {
        for (int i = 0; i < part.length(); i++) {
            if (text[at + i] != part.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The fewest patterns for GRANT that match the databases of all shards, where {@code _} is any one byte of a name
     * in UTF-8 (measured on MySQL 9.7 and MariaDB 11.4) and a backslash makes it itself ({@code
     * https://dev.mysql.com/doc/refman/8.4/en/grant.html}). They match other names too.
     */
    public List<String> grantPatterns() {
        return IntStream.rangeClosed(fewestDigits(), mostDigits())
                .mapToObj(digits -> escaped(prefix) + "_".repeat(digits) + escaped(suffix))
                .toList();
    }

    /** Whether one of the {@link #grantPatterns} matches a name, a shard's or not. */
    public boolean isGranted(String database) {
        int digits = bytes(database) - bytes(prefix) - bytes(suffix);
        return digits >= fewestDigits()
                && digits <= mostDigits()
                && database.startsWith(prefix)
                && database.endsWith(suffix);
    }

    private static int bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Whether one of the {@link #grantPatterns} may match databases of {@code other}. */
    public boolean mayGrant(DatabasePattern other) {
        return other.prefix.startsWith(prefix)
                && other.suffix.endsWith(suffix)
                && IntStream.rangeClosed(other.fewestDigits(), other.mostDigits())
                        .map(digits -> digits + other.prefix.length() + other.suffix.length())
                        .anyMatch(length -> length - prefix.length() - suffix.length() >= fewestDigits()
                                && length - prefix.length() - suffix.length() <= mostDigits());
    }

    private int fewestDigits() {
        return Math.max(1, width);
    }

    private int mostDigits() {
        return Math.max(width, Integer.toString(ShardId.MAX).length());
    }

    /** The pattern for GRANT that matches this name alone. */
    public static String escaped(String name) {
        return name.replace("\\", "\\\\").replace("_", "\\_").replace("%", "\\%");
    }

    /** Whether some database name could belong to both patterns. */
    public boolean overlaps(DatabasePattern other) {
        return prefix.equals(other.prefix) && suffix.equals(other.suffix);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DatabasePattern that
                && width == that.width
                && prefix.equals(that.prefix)
                && suffix.equals(that.suffix);
    }

    @Override
    public int hashCode() {
        return Objects.hash(prefix, width, suffix);
    }

    @Override
    public String toString() {
        return prefix + (width > 1 ? String.format(Locale.ROOT, "%%0%dd", width) : "%d") + suffix;
    }
}
