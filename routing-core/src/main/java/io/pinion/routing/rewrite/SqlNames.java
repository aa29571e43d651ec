package io.pinion.routing.rewrite;

/** Writes names in texts for servers. */
public final class SqlNames {
    private SqlNames() {}

    /** Unquoted if that is certainly a name ({@code db03429}), else in backquotes. */
    public static String quotedIfNeeded(String name) {
        boolean digit = false;
        for (int i = 0; i < name.length(); i++) {
            char letter = name.charAt(i);
            boolean plain = (letter >= 'a' && letter <= 'z')
                    || (letter >= 'A' && letter <= 'Z')
                    || (letter >= '0' && letter <= '9')
                    || letter == '_';
            if (!plain) {
                return quoted(name);
            }
            digit |= letter >= '0' && letter <= '9';
        }
        // No word of SQL ends in a number as shard databases do.
        return digit && !Character.isDigit(name.charAt(0)) ? name : quoted(name);
    }

    public static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
