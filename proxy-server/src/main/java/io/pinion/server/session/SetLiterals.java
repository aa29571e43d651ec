package io.pinion.server.session;

import java.util.Locale;

/** Reads the small literals in {@code SET} statements. */
final class SetLiterals {
    private SetLiterals() {}

    /** {@code 'abc'} and {@code "abc"} without their quotes; anything else unchanged. */
    static String unquoted(String literal) {
        String text = literal.strip();
        if (text.length() >= 2) {
            char quote = text.charAt(0);
            if ((quote == '\'' || quote == '"') && text.charAt(text.length() - 1) == quote) {
                return text.substring(1, text.length() - 1);
            }
        }
        return text;
    }

    /** The boolean as MySQL reads it; callers check {@link #isSwitch} first. */
    static boolean isOn(String literal) {
        String text = unquoted(literal).toUpperCase(Locale.ROOT);
        return text.equals("1") || text.equals("ON") || text.equals("TRUE");
    }

    static boolean isSwitch(String literal) {
        String text = unquoted(literal).toUpperCase(Locale.ROOT);
        return isOn(literal) || text.equals("0") || text.equals("OFF") || text.equals("FALSE");
    }
}
