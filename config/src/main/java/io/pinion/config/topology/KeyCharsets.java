package io.pinion.config.topology;

import io.pinion.routing.function.KeyEncoding;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The character sets that a mod keyspace may convert its keys to, under MySQL's names. */
public final class KeyCharsets {
    private static final String AS_SENT = "binary";

    /** The character sets whose Java counterpart converts every character to the bytes that MySQL does. */
    private static final Map<String, Charset> BY_NAME = new TreeMap<>(Map.of(
            "utf8mb4", StandardCharsets.UTF_8,
            "utf8mb3", StandardCharsets.UTF_8,
            "utf8", StandardCharsets.UTF_8,
            "ascii", StandardCharsets.US_ASCII,
            // MySQL's latin1 is Windows-1252: 0x80 is the euro sign.
            "latin1", Charset.forName("windows-1252")));

    private KeyCharsets() {}

    public static boolean isKnown(String name) {
        return name.equals(AS_SENT) || BY_NAME.containsKey(name);
    }

    public static Set<String> names() {
        Set<String> names = new TreeSet<>(BY_NAME.keySet());
        names.add(AS_SENT);
        return names;
    }

    /** The bytes of a key in the document that are hashed; under {@code binary}, those of the document's UTF-8. */
    public static byte[] bytesOf(String key, KeyEncoding encoding) {
        String folded = encoding.foldLower() ? key.toLowerCase(Locale.ROOT) : key;
        return folded.getBytes(BY_NAME.getOrDefault(encoding.charset(), StandardCharsets.UTF_8));
    }
}
