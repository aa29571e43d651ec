package io.pinion.config.topology;

import java.util.Collection;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The rights of a user that servers enforce. Users with exactly the same rights share one account on the servers.
 *
 * @param keyspaces in alphabetical order; {@link User#ALL_KEYSPACES} alone is all, databases at home on the home pair
 *     included
 * @param readsOnly whether writes are refused
 */
public record GrantSet(Set<String> keyspaces, boolean readsOnly) {
    private static final Pattern SEPARATORS = Pattern.compile("[\\\\,;: ]");

    /** The rights of the account {@code data}. */
    public static final GrantSet EVERYTHING = new GrantSet(Set.of(User.ALL_KEYSPACES), false);

    public GrantSet {
        keyspaces = canonical(keyspaces);
    }

    private static Set<String> canonical(Collection<String> keyspaces) {
        return keyspaces.contains(User.ALL_KEYSPACES)
                ? Set.of(User.ALL_KEYSPACES)
                : Collections.unmodifiableSet(new TreeSet<>(keyspaces));
    }

    public boolean isEverything() {
        return equals(EVERYTHING);
    }

    public boolean hasAllKeyspaces() {
        return keyspaces.contains(User.ALL_KEYSPACES);
    }

    /** The set in words, such as {@code legacy, lookup; read only}: never the same for two sets. */
    public String words() {
        return (keyspaces.isEmpty() ? "no keyspace" : joined(", ")) + (readsOnly ? "; read only" : "");
    }

    /** The keyspaces between separators. Separators inside names are escaped: a database may be called {@code a,b}. */
    String joined(String separator) {
        return keyspaces.stream()
                .map(name -> SEPARATORS.matcher(name).replaceAll("\\\\$0"))
                .collect(Collectors.joining(separator));
    }
}
