package io.pinion.routing.text;

/** MySQL's LIKE: {@code %} is any text, {@code _} any one character, a backslash escapes them. Ignores case. */
public final class LikePattern {
    private enum Kind {
        LITERAL,
        ANY_ONE,
        ANY_TEXT
    }

    private final Kind[] kinds;
    private final char[] literals;
    private final int length;

    private LikePattern(String pattern, boolean wildcards) {
        kinds = new Kind[pattern.length()];
        literals = new char[pattern.length()];
        int end = 0;
        for (int i = 0; i < pattern.length(); i++) {
            char c = pattern.charAt(i);
            boolean escaped = wildcards && c == '\\' && i + 1 < pattern.length();
            literals[end] = escaped ? pattern.charAt(++i) : c;
            kinds[end++] = escaped || !wildcards ? Kind.LITERAL : kindOf(c);
        }
        length = end;
    }

    private static Kind kindOf(char c) {
        return switch (c) {
            case '%' -> Kind.ANY_TEXT;
            case '_' -> Kind.ANY_ONE;
            default -> Kind.LITERAL;
        };
    }

    public static LikePattern of(String pattern) {
        return new LikePattern(pattern, true);
    }

    /** Matches the text itself. */
    public static LikePattern exactly(String text) {
        return new LikePattern(text, false);
    }

    /** Backtracks to the last {@code %} only: takes the product of both lengths at most. */
    public boolean matches(String text) {
        int at = 0;
        int in = 0;
        int lastAnyText = -1;
        int textAtLastAnyText = 0;
        while (in < text.length()) {
            if (at < length && kinds[at] == Kind.ANY_TEXT) {
                lastAnyText = at++;
                textAtLastAnyText = in;
            } else if (at < length && (kinds[at] == Kind.ANY_ONE || same(literals[at], text.charAt(in)))) {
                at++;
                in++;
            } else if (lastAnyText >= 0) {
                at = lastAnyText + 1;
                in = ++textAtLastAnyText;
            } else {
                return false;
            }
        }
        while (at < length && kinds[at] == Kind.ANY_TEXT) {
            at++;
        }
        return at == length;
    }

    private static boolean same(char a, char b) {
        return a == b || Character.toLowerCase(a) == Character.toLowerCase(b);
    }
}
