package io.pinion.operations.account;

import io.pinion.operations.server.sql.SqlText;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** The objects that a privilege is granted on. */
sealed interface GrantScope {
    /** The scope's text in GRANT and REVOKE. */
    String sql();

    /** {@code *.*}. */
    record Everything() implements GrantScope {
        @Override
        public String sql() {
            return "*.*";
        }
    }

    /** @param pattern of names, in which {@code _} and {@code %} are wildcards unless a backslash stands before them */
    record Databases(String pattern) implements GrantScope {
        boolean matches(String database) {
            String wanted = bytes(pattern);
            StringBuilder regex = new StringBuilder();
            for (int i = 0; i < wanted.length(); i++) {
                char next = wanted.charAt(i);
                switch (next) {
                    case '_' -> regex.append('.');
                    case '%' -> regex.append(".*");
                    case '\\' -> {
                        i++;
                        regex.append(Pattern.quote(wanted.substring(i, Math.min(i + 1, wanted.length()))));
                    }
                    default -> regex.append(Pattern.quote(String.valueOf(next)));
                }
            }
            return Pattern.compile(regex.toString(), Pattern.DOTALL)
                    .matcher(bytes(database))
                    .matches();
        }

        /** A character for each byte, since {@code _} matches a byte. */
        private static String bytes(String name) {
            return new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        }

        /** The number of characters before the first wildcard; a plain name has more than any pattern. */
        int plainLength() {
            for (int i = 0; i < pattern.length(); i++) {
                switch (pattern.charAt(i)) {
                    case '_', '%' -> {
                        return i;
                    }
                    case '\\' -> i++;
                    default -> {}
                }
            }
            return Integer.MAX_VALUE;
        }

        @Override
        public String sql() {
            return SqlText.quoteName(pattern) + ".*";
        }
    }

    record Table(String database, String table) implements GrantScope {
        @Override
        public String sql() {
            return SqlText.quoteName(database) + "." + SqlText.quoteName(table);
        }
    }

    /**
     * A routine. Pinion grants no rights on one, but the server gives them to its creator ({@code
     * automatic_sp_privileges}).
     */
    record Routine(String database, String name) implements GrantScope {
        @Override
        public String sql() {
            return "routine " + SqlText.quoteName(database) + "." + SqlText.quoteName(name);
        }
    }

    /** A role. Pinion grants none: an account can take on the rights of its roles. */
    record Role(String name) implements GrantScope {
        @Override
        public String sql() {
            return "role " + SqlText.quoteName(name);
        }
    }

    /** Columns of a table. Pinion grants no privileges on them. */
    record Other(String words) implements GrantScope {
        @Override
        public String sql() {
            return words;
        }
    }
}
