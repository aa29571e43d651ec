package io.pinion.server.admin;

import io.pinion.routing.catalog.ShardId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The shards that a statement names, as {@code SHARDS 4096-8191} or {@code SHARD 4096}.
 *
 * @param last inclusive
 */
record ShardNumbers(int first, int last) {
    /** A hyphen, or the longer dash of Pinterest's article; blanks around it are taken out before. */
    private static final Pattern RANGE = Pattern.compile("(\\d{1,9})(?:[-–—](\\d{1,9}))?");

    private static final String WHAT = "shards, such as 4096-8191";

    /**
     * @throws AdminSyntaxException when the next tokens aren't shards, or a number is beyond the highest of any
     *     keyspace
     */
    static ShardNumbers read(AdminTokens arguments) {
        return read(arguments, WHAT);
    }

    /** Reads shards where another word is allowed too; the error message names it. */
    static ShardNumbers readOr(String other, AdminTokens arguments) {
        return read(arguments, WHAT + ", or " + other);
    }

    /** @param what the expected tokens, in words */
    private static ShardNumbers read(AdminTokens arguments, String what) {
        StringBuilder text = new StringBuilder(arguments.name(what));
        while (isDash(text.charAt(text.length() - 1)) || startsWithDash(arguments)) {
            text.append(arguments.token(what).text());
        }
        Matcher matcher = RANGE.matcher(text);
        if (!matcher.matches()) {
            throw new AdminSyntaxException("expected " + what + ", found '" + text + "'");
        }
        int first = Integer.parseInt(matcher.group(1));
        int last = matcher.group(2) == null ? first : Integer.parseInt(matcher.group(2));
        if (first > last) {
            throw new AdminSyntaxException(
                    "the range ends at " + last + ", before it begins; " + last + "-" + first + " may be meant");
        }
        if (last > ShardId.MAX) {
            throw new AdminSyntaxException(
                    "shard " + last + " is beyond " + ShardId.MAX + ", the highest that ids have");
        }
        return new ShardNumbers(first, last);
    }

    private static boolean startsWithDash(AdminTokens arguments) {
        return arguments
                .peek()
                .filter(token -> !token.text().isEmpty() && isDash(token.text().charAt(0)))
                .isPresent();
    }

    private static boolean isDash(char c) {
        return c == '-' || c == '–' || c == '—';
    }
}
