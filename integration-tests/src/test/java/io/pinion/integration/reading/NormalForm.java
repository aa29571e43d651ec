package io.pinion.integration.reading;

import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import io.pinion.routing.text.lexer.TokenType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The tokens of a statement in a form that Pinion's and a digest's can both be brought to: literals are {@code ?}, names and
 * words are in lower case and unquoted, operators are single characters,
 * and lists of literals and signs before them are folded, as digests do.
 */
final class NormalForm {
    private static final String LITERAL = "?";
    private static final String INTRODUCER = "(_charset)";
    /** What MariaDB's digests show of {@code x'41'} and of pipes that concatenate. */
    private static final String UNKNOWN = "(unknown)";

    private static final Set<String> MULTI_BYTE = Set.of(
            "utf8mb4", "utf8mb3", "binary", "big5", "gbk", "gb2312", "gb18030", "sjis", "cp932", "ujis", "eucjpms",
            "euckr");

    /** Some of their bytes above 0x7F are characters of ASCII, which a digest shows as those. */
    private static final Set<String> ASCII_TWICE = Set.of("armscii8", "sjis", "ujis");

    /** Begins a name that isn't ASCII. */
    private static final String FOREIGN = "~";

    /** Stands in digests before the name of a unit of time. */
    private static final String UNIT = "sql_tsi_";

    private NormalForm() {}

    static List<String> of(Tokens tokens, Product product, String charset) {
        TextRules rules = tokens.statement().rules();
        boolean isMariaDb = rules.dialect() == SqlDialect.MARIADB;
        List<String> all = new ArrayList<>();
        for (int token = 0; token < tokens.count(); token++) {
            String text = tokens.text(token);
            switch (tokens.type(token)) {
                case WORD -> {
                    boolean qualified = token > 0 && tokens.isSymbol(token - 1, ".");
                    String name = tokens.name(token, charset);
                    add(qualified ? name(name) : word(text, name, product), all);
                }
                case QUOTED_NAME -> {
                    String name = tokens.name(token, charset);
                    if (isMariaDb ? text.startsWith("\"") && text.contains("`") : name.contains("` ")) {
                        // Where it ends a digest doesn't show.
                        return ReadTokens.ANY;
                    }
                    add(name(name), all);
                }
                case USER_VARIABLE -> {
                    if (text.startsWith("@\"")
                            ? text.contains("`")
                            : text.indexOf('`', 2) < text.length() - 1 && text.startsWith("@`")) {
                        return ReadTokens.ANY;
                    }
                    all.add("@");
                    add(
                            text.startsWith("@`") || (rules.ansiQuotes() && text.startsWith("@\""))
                                    ? name(text.substring(1))
                                    : LITERAL,
                            all);
                }
                case SYSTEM_VARIABLE -> systemVariable(text, all);
                case SYMBOL -> {
                    if (text.equals("\\N")) {
                        all.add(LITERAL);
                    } else if (isMariaDb && rules.pipesAsConcat() && text.equals("||")) {
                        all.add(UNKNOWN);
                    } else {
                        symbol(text, all);
                    }
                }
                case HEX -> all.add(isMariaDb && text.indexOf('\'') > 0 ? UNKNOWN : LITERAL);
                default -> all.add(tokens.type(token) == TokenType.PARAMETER ? "parameter" : LITERAL);
            }
        }
        return folded(all);
    }

    /** A digest leaves names of nothing out. */
    private static void add(String name, List<String> all) {
        if (!name.isEmpty()) {
            all.add(name);
        }
    }

    private static String word(String text, String name, Product product) {
        if (text.startsWith("_") && isCharset(text.substring(1).toLowerCase(Locale.ROOT), product)) {
            return INTRODUCER;
        }
        String lower = name(name);
        return keyword(lower);
    }

    /** Servers have {@code utf8} as another name of utf8mb3 or utf8mb4, which they don't list. */
    private static boolean isCharset(String name, Product product) {
        return name.equals("utf8") || product.charsets().contains(name);
    }

    private static String keyword(String lower) {
        return lower.equals("null") ? LITERAL : lower;
    }

    private static void systemVariable(String text, List<String> all) {
        symbol("@@", all);
        int from = 2;
        while (from < text.length()) {
            if (text.charAt(from) == '.') {
                all.add(".");
                from++;
                continue;
            }
            boolean quoted = text.charAt(from) == '`';
            int end = from + 1;
            while (end < text.length() && text.charAt(end) != (quoted ? '`' : '.')) {
                end++;
            }
            add(name(text.substring(from, end)), all);
            from = quoted ? end + 1 : end;
        }
    }

    /** Of the text that performance_schema shows. */
    static List<String> ofDigest(String digest, Product product) {
        List<String> all = new ArrayList<>();
        int at = 0;
        while (at < digest.length()) {
            char first = digest.charAt(at);
            int end = at + 1;
            if (first == ' ') {
                at = end;
                continue;
            }
            if (digest.startsWith("/*+", at)) {
                int close = digest.indexOf("*/", at);
                if (close < 0) {
                    // One with a name that isn't ASCII ends the digest.
                    return ReadTokens.ANY;
                }
                at = close + 2;
                continue;
            }
            String fold = foldedIn(digest, at);
            if (!fold.isEmpty()) {
                end = at + fold.length();
                all.addAll(fold.startsWith("(") ? List.of("(", LITERAL, ")") : List.of(LITERAL));
            } else if (digest.startsWith(INTRODUCER, at) || digest.startsWith(UNKNOWN, at)) {
                String shown = digest.startsWith(UNKNOWN, at) ? UNKNOWN : INTRODUCER;
                end = at + shown.length();
                all.add(shown);
            } else if (first == '`') {
                end = endOfName(digest, at, product);
                add(name(digest.substring(at + 1, Math.max(at + 1, end - 1))), all);
            } else if (first == '@') {
                all.add("@");
            } else if (isWord(first)) {
                while (end < digest.length() && isWord(digest.charAt(end))) {
                    end++;
                }
                String word = name(digest.substring(at, end));
                all.add(keyword(word.startsWith(UNIT) ? word.substring(UNIT.length()) : word));
            } else {
                while (end < digest.length() && !isWord(digest.charAt(end)) && "` ?@".indexOf(digest.charAt(end)) < 0) {
                    end++;
                }
                symbol(digest.substring(at, end), all);
            }
            at = end;
        }
        if (!all.isEmpty() && all.getLast().equals(";")) {
            all.removeLast();
        }
        boolean isCut = Collections.indexOfSubList(all, List.of(".", ".", ".")) >= 0;
        return isCut ? ReadTokens.ANY : folded(all);
    }

    /** What a digest shows for several tokens. */
    private static String foldedIn(String digest, int at) {
        for (String fold : List.of("(?) /* , ... */", "(...) /* , ... */", "?, ...", "(...)", "(?)", LITERAL)) {
            if (digest.startsWith(fold, at)) {
                return fold;
            }
        }
        return "";
    }

    /** MariaDB shows a name as it is written; MySQL without doubling, but a blank follows each name. */
    private static int endOfName(String digest, int at, Product product) {
        int end = digest.indexOf('`', at + 1);
        while (end >= 0 && end + 1 < digest.length()) {
            boolean doubled = digest.charAt(end + 1) == '`';
            if (product.dialect() == SqlDialect.MARIADB ? !doubled : digest.charAt(end + 1) == ' ') {
                return end + 1;
            }
            end = digest.indexOf('`', end + (doubled && product.dialect() == SqlDialect.MARIADB ? 2 : 1));
        }
        return digest.length();
    }

    private static boolean isWord(char character) {
        return Character.isLetterOrDigit(character) || character == '_' || character == '$' || character > 0x7E;
    }

    /** Its ASCII characters; with a mark in front, those before the first that isn't. */
    private static String name(String text) {
        StringBuilder plain = new StringBuilder();
        for (char character : text.toLowerCase(Locale.ROOT).toCharArray()) {
            if (character >= 0x7F || character == '?' || character == '~') {
                return FOREIGN + plain;
            }
            // Doubled ones are shown as one or as two.
            if ("`\"[]".indexOf(character) < 0) {
                plain.append(character);
            }
        }
        boolean isSymbol = !plain.isEmpty() && !isWord(plain.charAt(0));
        return isSymbol ? "`" + plain : plain.toString();
    }

    private static void symbol(String text, List<String> all) {
        String one = text.equals("<>") ? "!=" : text;
        one.chars().forEach(character -> all.add(Character.toString(character)));
    }

    /**
     * Whether both are the same tokens. A digest leaves out names that can't be converted, and the end of those that end
     * within a character of several bytes.
     */
    static boolean isSame(List<String> byPinion, List<String> byServer, String charset) {
        List<String> converted =
                byPinion.stream().filter(token -> !token.startsWith(FOREIGN)).toList();
        List<String> convertedByServer =
                byServer.stream().filter(token -> !token.startsWith(FOREIGN)).toList();
        return isSameOrLeftOut(byPinion, byServer, charset)
                || (converted.size() < byPinion.size() && folded(converted).equals(folded(convertedByServer)))
                || (MULTI_BYTE.contains(charset) && converted.size() < byPinion.size() - 1);
    }

    private static boolean isSameOrLeftOut(List<String> byPinion, List<String> byServer, String charset) {
        boolean mayBeCut = MULTI_BYTE.contains(charset);
        int at = 0;
        for (String token : byPinion) {
            String shown = at < byServer.size() ? byServer.get(at) : "";
            boolean isForeign = token.startsWith(FOREIGN);
            if (token.equals(shown)
                    || (isForeign && (shown.startsWith(FOREIGN) || shown.startsWith("`")))
                    || (isForeign && ASCII_TWICE.contains(charset) && shown.startsWith(token.substring(1)))
                    || (isForeign
                            && mayBeCut
                            && !shown.isEmpty()
                            && token.substring(1).equals(shown.replace("`", "")))) {
                at++;
            } else if (!isForeign) {
                return false;
            }
        }
        return at == byServer.size();
    }

    private static List<String> folded(List<String> all) {
        List<String> left = new ArrayList<>();
        for (String token : all) {
            if (token.equals(LITERAL)) {
                while (!left.isEmpty() && List.of("+", "-", INTRODUCER).contains(left.getLast())) {
                    left.removeLast();
                }
            }
            left.add(token);
            boolean changed = true;
            while (changed) {
                changed = fold(left, LITERAL, ",", LITERAL) || fold(left, "(", LITERAL, ")", ",", "(", LITERAL, ")");
            }
        }
        return left;
    }

    /** Replaces what the list ends with by its first part, when it ends so. */
    private static boolean fold(List<String> left, String... end) {
        if (left.size() < end.length
                || !left.subList(left.size() - end.length, left.size()).equals(List.of(end))) {
            return false;
        }
        for (int remove = (end.length + 1) / 2; remove > 0; remove--) {
            left.removeLast();
        }
        return true;
    }
}
