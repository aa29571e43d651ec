package io.pinion.routing.planner.shard;

import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.merge.Collations;
import io.pinion.routing.text.LiteralValue;
import io.pinion.routing.text.lexer.MysqlCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The form of the values of a hashed key: which constants have the one text that is hashed. */
sealed interface KeyForm {
    Pattern CANONICAL = Pattern.compile("0|-?[1-9][0-9]*");

    /** The texts that an integer column would take for a number. */
    Pattern NUMBER = Pattern.compile("\\s*+[+-]?(?:\\d++(?:\\.\\d*+)?|\\.\\d++)(?:[eE][+-]?\\d++)?\\s*+");

    /** From here on servers write a double with an exponent. */
    long DIGITS_BELOW = 1_000_000_000_000_000L;

    record Integers() implements KeyForm {}

    /**
     * Characters that a collation compares.
     *
     * @param collation empty when unknown
     * @param fixed whether values lose the spaces at their end
     */
    record Characters(Optional<String> collation, boolean fixed) implements KeyForm {
        private boolean padded() {
            return fixed || collation.filter(Collations::padsSpace).isPresent();
        }
    }

    record Bytes() implements KeyForm {}

    /** Values of such a type have no single text. */
    record None(String type) implements KeyForm {}

    /** The column's type isn't known. */
    record Unknown() implements KeyForm {}

    /** See {@link KeyColumn#comparesAsHashed}. */
    default boolean comparesAsHashed() {
        return switch (this) {
            case Integers integers -> true;
            case Bytes bytes -> true;
            case Characters(var collation, boolean fixed) ->
                collation
                        .filter(name -> name.endsWith("_bin") && !Collations.padsSpace(name))
                        .isPresent();
            case None none -> false;
            case Unknown unknown -> false;
        };
    }

    /** See {@link KeyColumn#comparesAlike}. */
    default boolean comparesAlike(KeyForm other) {
        return switch (this) {
            case Integers integers -> other instanceof Integers;
            case Bytes bytes -> other instanceof Bytes;
            case Characters(var collation, boolean fixed) ->
                collation.isPresent()
                        && other instanceof Characters characters
                        && characters.collation.equals(collation);
            case None none -> false;
            case Unknown unknown -> false;
        };
    }

    /** See {@link KeyColumn#problem}. */
    default Optional<String> problem(LiteralValue constant, boolean stored, KeyEncoding encoding) {
        return switch (this) {
            case Integers integers -> ofInteger(constant);
            case Characters characters ->
                ofNumber(constant, stored, "text", "write the key in quotes")
                        .or(() -> characters.padded() ? ofSpaces(constant) : Optional.empty())
                        .or(() -> ofNoText(characters, constant, stored, encoding))
                        .or(() -> stored ? ofLostCharacters(characters, constant) : Optional.empty())
                        .or(() -> ofBytesAsText(characters, constant, encoding));
            case Bytes bytes ->
                ofNumber(constant, stored, "bytes", "write the key in quotes")
                        .or(() -> ofTextAsBytes(constant, encoding));
            case None(String type) ->
                Optional.of(
                        "is " + type + ", whose values have no single text to hash: copy its rows into a table whose"
                                + " key is text, bytes or an integer");
            case Unknown unknown -> ofUnknown(constant, stored, encoding);
        };
    }

    private static Optional<String> ofInteger(LiteralValue constant) {
        boolean number =
                switch (constant) {
                    case LiteralValue.Text text ->
                        text.string().filter(CANONICAL.asMatchPredicate()).isPresent();
                    case LiteralValue.Binary bytes -> false;
                    // A number that is no key at all is refused elsewhere.
                    case LiteralValue other -> true;
                };
        return number
                ? Optional.empty()
                : Optional.of("is an integer, and the hash is of its digits: write the number");
    }

    private static Optional<String> ofNumber(LiteralValue constant, boolean stored, String kind, String cure) {
        return isNumber(constant) && !(stored && isWrittenAsHashed(constant))
                ? Optional.of("is " + kind
                        + ", which MySQL compares with a number as numbers, so that rows of any shard could match: "
                        + cure)
                : Optional.empty();
    }

    private static boolean isNumber(LiteralValue constant) {
        return !(constant instanceof LiteralValue.Text) && !(constant instanceof LiteralValue.Binary);
    }

    /**
     * Whether a column of text gets the digits that are hashed: of a large double it gets {@code 1e15}, and of a decimal
     * the fraction, too.
     */
    private static boolean isWrittenAsHashed(LiteralValue constant) {
        return !(constant instanceof LiteralValue.Decimal)
                && (!(constant instanceof LiteralValue.Floating floating)
                        || floating.whole().orElse(DIGITS_BELOW) < DIGITS_BELOW);
    }

    private static Optional<String> ofSpaces(LiteralValue constant) {
        return endsWithSpace(constant)
                ? Optional.of(
                        "has a collation that ignores spaces at the end, and the hash doesn't: write the key without"
                                + " them")
                : Optional.empty();
    }

    private static boolean endsWithSpace(LiteralValue constant) {
        return switch (constant) {
            case LiteralValue.Text text ->
                text.string().filter(value -> value.endsWith(" ")).isPresent();
            case LiteralValue.Binary(byte[] bytes) -> bytes.length > 0 && bytes[bytes.length - 1] == ' ';
            case LiteralValue number -> false;
        };
    }

    /**
     * For bytes that are no characters a server that isn't strict takes question marks. Beside a stored key, bytes without a
     * character set remain what they are, and match none.
     */
    private static Optional<String> ofNoText(
            Characters column, LiteralValue constant, boolean stored, KeyEncoding encoding) {
        byte[] bare = bare(constant);
        boolean isText = bare == null
                ? !(constant instanceof LiteralValue.Text text) || MysqlCharsets.isText(text.bytes(), text.charset())
                : !stored || MysqlCharsets.isText(bare, charsetOf(column, encoding));
        return isText ? Optional.empty() : Optional.of("is text, and these bytes are none");
    }

    /** A server that isn't strict stores question marks for characters that the column can't hold. */
    private static Optional<String> ofLostCharacters(Characters column, LiteralValue constant) {
        String charset = column.collation.map(Collations::characterSet).orElse("");
        boolean kept = charset.isEmpty() || isKeptIn(charset, constant);
        return kept ? Optional.empty() : Optional.of("can't hold all of its characters in " + charset);
    }

    /** See {@link KeyColumn#isKeptIn}. */
    default boolean isKept(LiteralValue.Text text, String connectionCharset) {
        return this instanceof Characters
                ? isKeptIn(connectionCharset, text)
                : text.bytesIn(connectionCharset)
                        .filter(converted -> Arrays.equals(converted, text.bytes()))
                        .isPresent();
    }

    /** Whether a server that converts the constant to the character set loses none of its characters. */
    private static boolean isKeptIn(String charset, LiteralValue constant) {
        return !(constant instanceof LiteralValue.Text text)
                || text.bytesIn(charset)
                        .filter(converted -> MysqlCharsets.isText(converted, charset))
                        .isPresent();
    }

    private static String charsetOf(Characters column, KeyEncoding encoding) {
        return column.collation.map(Collations::characterSet).orElseGet(() -> textOf(encoding));
    }

    /** Beside a text column, binary text means its bytes, whose hash may differ from that of the characters. */
    private static Optional<String> ofBytesAsText(Characters column, LiteralValue constant, KeyEncoding encoding) {
        byte[] bytes = bare(constant);
        if (bytes == null) {
            return Optional.empty();
        }
        Optional<byte[]> hashed = encoding.bytesOf(new LiteralValue.Text(bytes, charsetOf(column, encoding)), false);
        return hashed.isPresent()
                        && Arrays.equals(
                                hashed.get(), encoding.bytesOf(constant, false).orElse(null))
                ? Optional.empty()
                : Optional.of("is text, and its characters are hashed rather than its bytes: write the key as text");
    }

    /** The bytes of a constant without a character set; null for any other. */
    private static byte @Nullable [] bare(LiteralValue constant) {
        return switch (constant) {
            case LiteralValue.Binary binary -> binary.bytes();
            case LiteralValue.Text text when text.charset().equals("binary") -> text.bytes();
            default -> null;
        };
    }

    /** Beside a binary column, text means the bytes that the client sent, while the hash is of the characters. */
    private static Optional<String> ofTextAsBytes(LiteralValue constant, KeyEncoding encoding) {
        byte[] bytes = bare(constant);
        boolean same = bytes == null
                ? !(constant instanceof LiteralValue.Text text)
                        || text.bytesIn(encoding.charset())
                                .filter(converted -> Arrays.equals(converted, text.bytes()))
                                .isPresent()
                : !encoding.foldLower()
                        || encoding.bytesOf(new LiteralValue.Text(bytes, textOf(encoding)), false)
                                .filter(folded -> Arrays.equals(folded, bytes))
                                .isPresent();
        return same
                ? Optional.empty()
                : Optional.of("holds bytes, and text is hashed in " + encoding.charset()
                        + (encoding.foldLower() ? " and in lower case" : "") + ", which are others: write the key "
                        + (bytes == null ? "as x'…'" : "as text"));
    }

    private static String textOf(KeyEncoding encoding) {
        return MysqlCharsets.find(encoding.charset()).isPresent() ? encoding.charset() : "utf8mb4";
    }

    /**
     * Only constants that are the same key for text, for bytes and for an integer; words are fine, since they match no
     * integer column.
     */
    private static Optional<String> ofUnknown(LiteralValue constant, boolean stored, KeyEncoding encoding) {
        KeyForm text = new Characters(Optional.empty(), true);
        KeyForm binary = new Bytes();
        boolean same = isAlikeForInteger(constant)
                && text.problem(constant, stored, encoding).isEmpty()
                && binary.problem(constant, stored, encoding).isEmpty();
        return same
                ? Optional.empty()
                : Optional.of("has a type that isn't known yet, so that this may be hashed in another form than it is"
                        + " stored: RELOAD SCHEMA reads it");
    }

    private static boolean isAlikeForInteger(LiteralValue constant) {
        return switch (constant) {
            case LiteralValue.Int integer -> true;
            case LiteralValue.BigInt integer -> true;
            case LiteralValue.Decimal decimal -> false;
            case LiteralValue.Floating floating -> false;
            case LiteralValue.Text text ->
                text.string()
                        .filter(value -> NUMBER.matcher(value).matches()
                                && !CANONICAL.matcher(value).matches())
                        .isEmpty();
            // An integer column takes them for the number of their bits.
            case LiteralValue.Binary bytes -> false;
        };
    }
}
