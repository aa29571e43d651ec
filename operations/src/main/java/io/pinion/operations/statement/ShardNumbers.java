package io.pinion.operations.statement;

import io.pinion.routing.catalog.ShardId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shards that a statement names, as {@code SHARDS 4096-8191} or {@code SHARD 4096}.
 *
 * @param last inclusive
 */
public record ShardNumbers(int first, int last) {
    /** A hyphen, or the longer dash of Pinterest's article. */
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:[-–—](\\d{1,9}))?");

    static boolean isDash(char c) {
        return c == '-' || c == '–' || c == '—';
    }

    static boolean isRange(CharSequence text) {
        return RANGE.matcher(text).matches();
    }

    /** @throws SyntaxRefused when the range ends before it begins, or a number is beyond the highest of any keyspace */
    static ShardNumbers parse(String text) {
        Matcher matcher = RANGE.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(text + " is no range");
        }
        int first = Integer.parseInt(matcher.group(1));
        int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
        if (first > last) {
            throw new SyntaxRefused(
                    "the range ends at " + last + ", before it begins; " + last + "-" + first + " may be meant");
        }
        if (last > ShardId.MAX) {
            throw new SyntaxRefused("shard " + last + " is beyond " + ShardId.MAX + ", the highest that ids have");
        }
        return new ShardNumbers(first, last);
    }

    /** {@code 4096-8191}, or {@code 4096}. */
    @Override
    public String toString() {
        return first == last ? Integer.toString(first) : first + "-" + last;
    }
}
