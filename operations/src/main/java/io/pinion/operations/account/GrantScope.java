package io.pinion.operations.account;

import io.pinion.operations.server.sql.SqlText;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/** What a privilege is granted on. */
sealed interface GrantScope {
    /** As it stands in GRANT and REVOKE. */
    String sql();

    /** {@code *.*}. */
    record Everything() implements GrantScope {
        @Override
        public String sql() {
            return "*.*";
        }
    }

    /** @param pattern of names, in which {@code _} and {@code %} match others unless a backslash stands before them */
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

        /** A character for each byte, which is what {@code _} stands for. */
        private static String bytes(String name) {
            return new String(name.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        }

        /** How many characters stand before the first that matches others; of a plain name more than any pattern has. */
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

    /** Pinion grants none, but the server gives them to whoever makes a routine ({@code automatic_sp_privileges}). */
    record Routine(String database, String name) implements GrantScope {
        @Override
        public String sql() {
            return "routine " + SqlText.quoteName(database) + "." + SqlText.quoteName(name);
        }
    }

    /** Which Pinion grants none of: whoever has one may take on its rights. */
    record Role(String name) implements GrantScope {
        @Override
        public String sql() {
            return "role " + SqlText.quoteName(name);
        }
    }

    /** Of which Pinion grants none: the privileges on columns. */
    record Other(String words) implements GrantScope {
        @Override
        public String sql() {
            return words;
        }
    }
}
