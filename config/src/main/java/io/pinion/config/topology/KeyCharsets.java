package io.pinion.config.topology;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The charsets that a mod keyspace may convert its keys to, under MySQL's names. */
final class KeyCharsets {
    /** Those whose Java counterpart converts every character to the bytes that MySQL does. */
    private static final Map<String, Charset> BY_NAME = new TreeMap<>(Map.of(
            "utf8mb4", StandardCharsets.UTF_8,
            "utf8mb3", StandardCharsets.UTF_8,
            "utf8", StandardCharsets.UTF_8,
            "ascii", StandardCharsets.US_ASCII,
            // MySQL's latin1 is Windows-1252: 0x80 is the euro sign.
            "latin1", Charset.forName("windows-1252")));

    private KeyCharsets() {}

    static Optional<Charset> byMysqlName(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** The name that a document should use; {@code binary} for keys hashed as sent. */
    static String nameOf(Optional<Charset> charset) {
        if (charset.isEmpty()) {
            return "binary";
        }
        if (charset.get().equals(StandardCharsets.UTF_8)) {
            return "utf8mb4";
        }
        for (var entry : BY_NAME.entrySet()) {
            if (entry.getValue().equals(charset.get())) {
                return entry.getKey();
            }
        }
        throw new IllegalArgumentException("no topology names the charset " + charset.get());
    }

    static List<String> names() {
        return List.of("ascii", "binary", "latin1", "utf8mb4");
    }
}
