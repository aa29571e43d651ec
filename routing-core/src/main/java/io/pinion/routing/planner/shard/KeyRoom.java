package io.pinion.routing.planner.shard;

import io.pinion.routing.catalog.Column;
import io.pinion.routing.text.LiteralValue;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The capacity of the column that places rows by a hash. A server that isn't strict, and any with INSERT IGNORE, cuts a
 * longer key, and the row would be on the shard of a key that it doesn't have.
 */
sealed interface KeyRoom {
    record Unknown() implements KeyRoom {}

    record Characters(int most) implements KeyRoom {}

    /** @param fewest equal to {@code most} where a server fills up shorter values */
    record Bytes(int fewest, int most) implements KeyRoom {}

    record Integers(BigInteger least, BigInteger greatest) implements KeyRoom {}

    Pattern LENGTH = Pattern.compile("\\w+\\((\\d{1,9})\\).*", Pattern.DOTALL);

    Pattern DIGITS = Pattern.compile("-?[0-9]{1,30}");

    static KeyRoom of(Column column) {
        boolean unsigned = column.type().toLowerCase(Locale.ROOT).contains("unsigned");
        return switch (column.typeWord()) {
            case "char", "varchar" -> length(column) < 0 ? new Unknown() : new Characters(length(column));
            case "varbinary" -> length(column) < 0 ? new Unknown() : new Bytes(0, length(column));
            case "binary" -> length(column) < 0 ? new Unknown() : new Bytes(length(column), length(column));
            case "tinyint" -> integers(8, unsigned);
            case "smallint" -> integers(16, unsigned);
            case "mediumint" -> integers(24, unsigned);
            case "int", "integer" -> integers(32, unsigned);
            case "bigint" -> integers(64, unsigned);
            default -> new Unknown();
        };
    }

    private static int length(Column column) {
        Matcher length = LENGTH.matcher(column.type());
        return length.matches() ? Integer.parseInt(length.group(1)) : -1;
    }

    private static KeyRoom integers(int bits, boolean unsigned) {
        BigInteger half = BigInteger.ONE.shiftLeft(bits - 1);
        return unsigned
                ? new Integers(BigInteger.ZERO, half.shiftLeft(1).subtract(BigInteger.ONE))
                : new Integers(half.negate(), half.subtract(BigInteger.ONE));
    }

    /**
     * The reason why a new row can't have this key.
     *
     * @param negative a minus stands before the constant
     */
    default Optional<String> problem(LiteralValue key, boolean negative) {
        return switch (this) {
            case Unknown unknown -> Optional.empty();
            case Characters(int most) ->
                lengthOf(key) > most && charactersOf(key) > most
                        ? Optional.of("has room for " + most + " characters: write a shorter key")
                        : Optional.empty();
            case Bytes(int fewest, int most) -> {
                int length = lengthOf(key);
                yield length > most || (length >= 0 && length < fewest)
                        ? Optional.of("has room for " + (fewest == most ? "exactly " : "") + most
                                + " bytes: write a key of that length")
                        : Optional.empty();
            }
            case Integers(BigInteger least, BigInteger greatest) -> {
                BigInteger number = negative ? numberOf(key).negate() : numberOf(key);
                yield number.compareTo(least) < 0 || number.compareTo(greatest) > 0
                        ? Optional.of("holds integers from " + least + " to " + greatest)
                        : Optional.empty();
            }
        };
    }

    /** The number of bytes, where their characters are unknown. */
    private static int charactersOf(LiteralValue key) {
        return key instanceof LiteralValue.Text text
                ? text.string()
                        .map(string -> string.codePointCount(0, string.length()))
                        .orElseGet(() -> lengthOf(key))
                : lengthOf(key);
    }

    private static int lengthOf(LiteralValue key) {
        return switch (key) {
            case LiteralValue.Text text -> text.bytes().length;
            case LiteralValue.Binary binary -> binary.bytes().length;
            case LiteralValue.Int integer -> Long.toString(integer.value()).length();
            case LiteralValue.BigInt integer -> integer.value().toString().length();
            // A constant that is no key at all is refused elsewhere.
            case LiteralValue.Decimal decimal -> -1;
            case LiteralValue.Floating floating -> floating.text().length();
        };
    }

    /** The number; 0, which fits everywhere, for any other constant, which is refused elsewhere. */
    private static BigInteger numberOf(LiteralValue key) {
        return switch (key) {
            case LiteralValue.BigInt integer -> integer.value();
            case LiteralValue.Text text ->
                text.string()
                        .filter(string -> DIGITS.matcher(string).matches())
                        .map(BigInteger::new)
                        .orElse(BigInteger.ZERO);
            case LiteralValue other -> BigInteger.valueOf(other.whole().orElse(0));
        };
    }
}
