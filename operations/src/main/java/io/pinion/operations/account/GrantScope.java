package io.pinion.operations.account;

import io.pinion.operations.server.sql.SqlText;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.text.LikePattern;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Predicate;
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
        private static final Pattern ESCAPE = Pattern.compile("(?s)\\\\(.)");

        /** The scope of one database. */
        static Databases exactly(String database) {
            return new Databases(DatabasePattern.escaped(database));
        }

        boolean isPattern() {
            return plainLength() < Integer.MAX_VALUE;
        }

        /** The name of the one database, if this is no pattern. */
        Optional<String> database() {
            return isPattern()
                    ? Optional.empty()
                    : Optional.of(ESCAPE.matcher(pattern).replaceAll("$1"));
        }

        boolean matches(String database) {
            return names().test(database);
        }

        /** The names that it matches. Ignores case, as servers do whose {@code lower_case_table_names} isn't 0. */
        Predicate<String> names() {
            LikePattern bytes = LikePattern.of(bytes(pattern));
            return database -> bytes.matches(bytes(database));
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
