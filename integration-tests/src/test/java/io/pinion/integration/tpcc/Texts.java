package io.pinion.integration.tpcc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The statements in the files beside the tests. */
final class Texts {
    private Texts() {}

    /** {@code CREATE TABLE}s, in an order that foreign keys allow. */
    static List<String> schema() {
        return Stream.of(read("schema.sql").split(";", -1))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .toList();
    }

    /** Queries by their titles, which differ. */
    static Map<String, String> titled(String file) {
        Map<String, String> queries = new LinkedHashMap<>();
        String[] parts = read(file).split("(?m)^# ", -1);
        for (int part = 1; part < parts.length; part++) {
            int line = parts[part].indexOf('\n');
            String sql = parts[part].substring(line).strip();
            queries.put(parts[part].substring(0, line), sql.substring(0, sql.length() - 1));
        }
        return queries;
    }

    private static String read(String file) {
        try (InputStream in = Texts.class.getResourceAsStream("/tpcc/" + file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is missing");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("--"))
                    .collect(Collectors.joining("\n"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
