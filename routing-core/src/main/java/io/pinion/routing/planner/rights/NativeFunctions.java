package io.pinion.routing.planner.rights;

import io.pinion.routing.text.lexer.SqlDialect;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The functions that are built into a server; any other name before a parenthesis means one of a database. */
final class NativeFunctions {
    private static final Map<SqlDialect, Set<String>> BY_DIALECT = Map.of(
            SqlDialect.MYSQL, read(Set.of("both", "mysql")), SqlDialect.MARIADB, read(Set.of("both", "mariadb")));

    private NativeFunctions() {}

    /** @param name in any case */
    static boolean contains(SqlDialect dialect, String name) {
        return BY_DIALECT.getOrDefault(dialect, Set.of()).contains(name.toUpperCase(Locale.ROOT));
    }

    private static Set<String> read(Set<String> sections) {
        Set<String> names = new HashSet<>();
        boolean wanted = false;
        for (String line : lines()) {
            if (line.startsWith("[")) {
                wanted = sections.contains(line.substring(1, line.length() - 1));
            } else if (wanted && !line.isBlank()) {
                names.addAll(List.of(line.split(" ")));
            }
        }
        return Set.copyOf(names);
    }

    private static List<String> lines() {
        InputStream resource = NativeFunctions.class.getResourceAsStream("native-functions.txt");
        if (resource == null) {
            throw new IllegalStateException("native-functions.txt is missing from the program");
        }
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(resource, StandardCharsets.UTF_8))) {
            return reader.lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
