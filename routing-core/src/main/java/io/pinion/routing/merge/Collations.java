package io.pinion.routing.merge;

import io.pinion.routing.text.lexer.CharsetClass;
import io.pinion.routing.text.lexer.Words;
import java.util.Locale;
import java.util.Set;

/**
 * The collations that can be compared outside of the server, by the server's weight strings ({@code WEIGHT_STRING}).
 *
 * <p>Tested: all collations of MySQL 9.7.4 (286) and MariaDB 11.4.5 (1,286 with their character sets), for the order of
 * 1,500 strings with accents, contractions, ignorable characters, emoji, tabs, spaces at the end and control characters,
 * for STRCMP of 3,000 pairs, and for the number of groups and of distinct values. Weight strings give the same results,
 * with two kinds of exceptions. The first kind is refused, for both servers:
 *
 * <table>
 * <caption>Not by weight strings</caption>
 * <tr><td>{@code big5_chinese_*}, {@code gb18030_chinese_ci}</td><td>different characters, equal weights</td></tr>
 * <tr><td>{@code cp1250_czech_cs}, {@code latin2_czech_cs}</td><td>several passes over the text; GROUP BY isn't
 * equality</td></tr>
 * <tr><td>{@code latin7_general_ci}, {@code _general_cs}, {@code _estonian_cs}</td><td>ORDER BY and STRCMP disagree on
 * the server itself: the space has a weight in the middle</td></tr>
 * <tr><td>{@code tis620_thai_*}</td><td>a NUL weighs as a space, and isn't equal to it</td></tr>
 * <tr><td>{@code *_thai_520_w2}, {@code *uca1400*_as_*}, {@code *uca1400*_ai_cs}</td><td>MariaDB: accents and case come
 * behind all letters, so no space fits between</td></tr>
 * <tr><td>{@code utf8mb4_vi_0900_as_cs}</td><td>exact on MySQL; MariaDB has its own, which differs on some
 * accents</td></tr>
 * <tr><td>{@code utf8mb4_0900_bin}</td><td>exact on MySQL; MariaDB's of that name pads</td></tr>
 * </table>
 *
 * <p>The second kind is accepted, since the server disagrees with itself. In collations by UCA 4.0.0 and 5.2.0, MySQL's
 * GROUP BY separates strings that end in characters equal to a space (no-break space) or to nothing (NUL behind a
 * space), though {@code =} and DISTINCT take them for equal. In collations that don't pad, MariaDB's ORDER BY ignores
 * NULs at the end.
 *
 * <p>Sorting compares no more than {@code max_sort_length} bytes of a weight string, so a server's own order may be
 * less fine than that of whole weight strings.
 */
public final class Collations {
    /** The character sets beside those of which {@link CharsetClass} knows how clients write SQL in them. */
    private static final Set<String> NOT_OF_CLIENTS = Set.of("swe7", "ucs2", "utf16", "utf16le", "utf32");

    private static final Set<String> NOT_BY_WEIGHT = Words.setOf("""
            big5_chinese_ci big5_chinese_nopad_ci cp1250_czech_cs gb18030_chinese_ci latin2_czech_cs
            latin7_estonian_cs latin7_general_ci latin7_general_cs latin7_general_nopad_ci tis620_thai_ci
            tis620_thai_nopad_ci utf8mb4_0900_bin utf8mb4_vi_0900_as_cs""");

    private Collations() {}

    /**
     * Whether weight strings, compared as bytes or {@link Comparison.Padded padded}, decide as the server does.
     *
     * @param collation its full name, such as {@code utf8mb4_general_ci}; false for one that isn't known
     */
    public static boolean canBeMerged(String collation) {
        String name = collation.toLowerCase(Locale.ROOT);
        return isKnown(characterSet(name))
                && !NOT_BY_WEIGHT.contains(name)
                && !name.endsWith("_thai_520_w2")
                && (!name.contains("_uca1400_") || name.endsWith("_ai_ci"));
    }

    private static boolean isKnown(String characterSet) {
        return CharsetClass.of(characterSet) != CharsetClass.UNKNOWN || NOT_OF_CLIENTS.contains(characterSet);
    }

    /**
     * Whether strings compare as if the shorter had spaces at its end: then by {@link Comparison.Padded}, else by
     * bytes.
     */
    public static boolean padsSpace(String collation) {
        String name = collation.toLowerCase(Locale.ROOT);
        return !name.equals("binary") && !name.contains("_nopad_") && !name.contains("_0900_");
    }

    /**
     * Whether ORDER BY sorts a CHAR with the spaces that fill it up. MariaDB does so in collations that don't pad: it
     * fills up to a number of bytes, so that of {@code 'a'} and {@code 'ä'}, which are equal, the one of fewer bytes
     * gets more spaces and comes behind.
     */
    public static boolean sortsSpacesOfChar(String collation) {
        return collation.toLowerCase(Locale.ROOT).contains("_nopad_");
    }

    /** The character set of a collation: its name's first word; {@code binary} names both. */
    public static String characterSet(String collation) {
        int end = collation.indexOf('_');
        return end < 0 ? collation : collation.substring(0, end);
    }
}
