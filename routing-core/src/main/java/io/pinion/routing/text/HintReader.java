package io.pinion.routing.text;

import io.pinion.routing.text.lexer.Bytes;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads {@code pinion:} comments. */
final class HintReader {
    private static final byte[] PREFIX = "pinion:".getBytes(StandardCharsets.US_ASCII);
    private static final String USAGE = "; a hint is /* pinion: shard=NUMBER */ or /* pinion: shard_of=ID */";

    private HintReader() {}

    /** The hint in the comment at {@code start}, or null for any other comment. */
    static @Nullable Hint read(byte[] sql, int start, int end) {
        int at = skipBlanks(sql, start + (sql[start] == '#' ? 1 : 2), end);
        if (end - at < PREFIX.length) {
            return null;
        }
        for (int index = 0; index < PREFIX.length; index++) {
            int value = sql[at + index] >= 'A' && sql[at + index] <= 'Z' ? sql[at + index] | 0x20 : sql[at + index];
            if (value != PREFIX[index]) {
                return null;
            }
        }
        int textEnd = sql[start] == '/' && end - start >= 4 && sql[end - 2] == '*' ? end - 2 : end;
        int from = Math.min(at + PREFIX.length, textEnd);
        return parse(new String(sql, from, textEnd - from, StandardCharsets.ISO_8859_1).strip());
    }

    private static int skipBlanks(byte[] sql, int from, int end) {
        int at = from;
        while (at < end && Bytes.isBlank(sql[at])) {
            at++;
        }
        return at;
    }

    private static Hint parse(String text) {
        int equals = text.indexOf('=');
        if (equals < 0) {
            return new Hint.Invalid("the hint \"" + printable(text) + "\" has no key" + USAGE);
        }
        String key = text.substring(0, equals).strip().toLowerCase(Locale.ROOT);
        byte[] value = text.substring(equals + 1).strip().getBytes(StandardCharsets.ISO_8859_1);
        OptionalLong number = Literals.digits(value, 0, value.length);
        return switch (key) {
            case "shard" ->
                number.isPresent() && number.getAsLong() <= 0xFFFF
                        ? new Hint.Shard((int) number.getAsLong())
                        : new Hint.Invalid("the hint's shard is not a number from 0 to 65535" + USAGE);
            case "shard_of" ->
                number.isPresent()
                        ? new Hint.ShardOf(number.getAsLong())
                        : new Hint.Invalid("the hint's shard_of is not an id" + USAGE);
            default -> new Hint.Invalid("the hint's key \"" + printable(key) + "\" is unknown" + USAGE);
        };
    }

    /** The text shortened and without control characters, for an error message. */
    private static String printable(String text) {
        String cut = text.length() > 64 ? text.substring(0, 64) + "…" : text;
        return cut.replaceAll("[^\\x20-\\x7E…]", "?");
    }
}
