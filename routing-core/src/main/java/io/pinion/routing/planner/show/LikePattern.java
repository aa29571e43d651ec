package io.pinion.routing.planner.show;

/** MySQL's LIKE without regard to case, as SHOW … LIKE compares. */
final class LikePattern {
    private LikePattern() {}

    /** {@code %} is any text, {@code _} any character, a backslash takes the next character literally. */
    static boolean matches(String pattern, String value) {
        return matches(pattern, 0, value, 0);
    }

    private static boolean matches(String pattern, int p, String value, int v) {
        if (p == pattern.length()) {
            return v == value.length();
        }
        char expected = pattern.charAt(p);
        if (expected == '%') {
            for (int rest = v; rest <= value.length(); rest++) {
                if (matches(pattern, p + 1, value, rest)) {
                    return true;
                }
            }
            return false;
        }
        if (v == value.length()) {
            return false;
        }
        boolean escaped = expected == '\\' && p + 1 < pattern.length();
        int next = escaped ? p + 2 : p + 1;
        char literal = escaped ? pattern.charAt(p + 1) : expected;
        boolean same = (!escaped && literal == '_')
                || Character.toLowerCase(literal) == Character.toLowerCase(value.charAt(v));
        return same && matches(pattern, next, value, v + 1);
    }
}
