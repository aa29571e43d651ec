package io.pinion.routing.load;

import io.pinion.routing.text.lexer.Bytes;
import io.pinion.routing.text.lexer.CharsetClass;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The division of a file into rows and fields: the clauses FIELDS, LINES and CHARACTER SET of {@code LOAD DATA}.
 *
 * @param fieldsTerminated stands between fields; never empty, not to be changed
 * @param enclosed may stand around a field, or {@link #NONE}
 * @param escaped takes the next byte's meaning, or gives it one, or {@link #NONE}
 * @param linesStarting a line is skipped up to and including it; empty without one, not to be changed
 * @param linesTerminated stands behind each line; never empty, not to be changed
 * @param charset a MySQL name in lower case, of which {@link #isReadable} holds
 */
public record FileFormat(
        byte[] fieldsTerminated,
        int enclosed,
        int escaped,
        byte[] linesStarting,
        byte[] linesTerminated,
        String charset) {
    public static final int NONE = -1;

    /** Each byte of a file may be compared with all of a separator, on an event loop. */
    private static final int LONGEST_SEPARATOR = 32;

    private static final Set<String> UTF8 = Set.of("utf8mb4", "utf8mb3", "utf8");

    public FileFormat {
        charset = charset.toLowerCase(Locale.ROOT);
    }

    /**
     * Whether rows of a file in this character set can be told apart without knowing all of its characters: a byte is a
     * character, or it is UTF-8. swe7 isn't such a set: it has letters in place of ASCII's signs.
     */
    public static boolean isReadable(String charset) {
        return switch (CharsetClass.of(charset)) {
            case ASCII_SAFE, BLANK_A0, BLANK_FF -> true;
            case BIG5, GBK, SJIS, GB18030, EUC, UNKNOWN -> false;
        };
    }

    /** The reason why Pinion can't read files of this format; empty when it can. */
    public Optional<String> problem() {
        if (fieldsTerminated.length == 0) {
            return Optional.of("without FIELDS TERMINATED BY, fields are cut by the widths of their columns, which only"
                    + " servers know: write what stands between fields");
        }
        if (linesTerminated.length == 0 || Arrays.equals(linesTerminated, fieldsTerminated)) {
            return Optional.of(
                    "without an end of their own, lines are cut by counting fields: write LINES TERMINATED BY"
                            + " something else than FIELDS TERMINATED BY");
        }
        if (Stream.of(fieldsTerminated, linesStarting, linesTerminated)
                .anyMatch(text -> text.length > LONGEST_SEPARATOR)) {
            return Optional.of("separators have at most " + LONGEST_SEPARATOR + " bytes: shorter ones serve as well");
        }
        if (!isReadable(charset)) {
            return Optional.of(
                    "in the character set " + charset + " the bytes of a separator can be part of a character:"
                            + " convert the file to UTF-8, and write CHARACTER SET utf8mb4");
        }
        if (isUtf8()
                && !Stream.of(fieldsTerminated, linesStarting, linesTerminated).allMatch(Bytes::isAscii)) {
            return Optional.of("servers don't agree on separators beyond ASCII in " + charset);
        }
        return Optional.empty();
    }

    boolean isUtf8() {
        return UTF8.contains(charset);
    }

    /** The length in bytes of the longest character that servers take in this character set. */
    int longestCharacter() {
        return !isUtf8() ? 1 : charset.equals("utf8mb4") ? 4 : 3;
    }

    /** Whether no digit can be mistaken for a separator or for the escape. */
    public boolean keepsDigits() {
        return !hasDigit(fieldsTerminated) && !hasDigit(linesTerminated) && !isDigit(enclosed) && !isDigit(escaped);
    }

    /** Whether a number and a separator can stand in front of a row's first field and leave that field unchanged. */
    public boolean takesNumberInFront() {
        return keepsDigits()
                && !begins(fieldsTerminated, linesTerminated)
                && !begins(linesTerminated, fieldsTerminated)
                && (fieldsTerminated[0] & 0xFF) != escaped;
    }

    private static boolean begins(byte[] text, byte[] with) {
        return text.length >= with.length && Arrays.equals(text, 0, with.length, with, 0, with.length);
    }

    private static boolean hasDigit(byte[] text) {
        for (byte letter : text) {
            if (isDigit(letter)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isDigit(int letter) {
        return letter >= '0' && letter <= '9';
    }
}
