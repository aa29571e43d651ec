package io.pinion.config.topology;

import java.util.Set;
import java.util.TreeSet;

/** The character sets that a mod keyspace may convert its keys to, under MySQL's names. */
public final class KeyCharsets {
    /** {@code binary} hashes the bytes as they were sent. */
    private static final Set<String> NAMES = Set.of("binary", "utf8mb4", "utf8mb3", "utf8", "ascii", "latin1");

    private KeyCharsets() {}

    public static boolean isKnown(String name) {
        return NAMES.contains(name);
    }

    /** In the order of the alphabet. */
    public static Set<String> names() {
        return new TreeSet<>(NAMES);
    }
}
