package io.pinion.operations.account;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The privileges of an account on one server, by scope, in the server's words. Immutable. */
record Grants(Map<GrantScope, Set<String>> privileges) {
    static final Grants NONE = new Grants(Map.of());

    Grants {
        Map<GrantScope, Set<String>> copy = new LinkedHashMap<>();
        privileges.forEach((scope, names) -> {
            if (!names.isEmpty()) {
                copy.put(scope, Collections.unmodifiableSet(new TreeSet<>(names)));
            }
        });
        privileges = Collections.unmodifiableMap(copy);
    }

    Grants with(GrantScope scope, Collection<String> more) {
        Map<GrantScope, Set<String>> all = new LinkedHashMap<>(privileges);
        Set<String> names = new TreeSet<>(all.getOrDefault(scope, Set.of()));
        names.addAll(more);
        all.put(scope, names);
        return new Grants(all);
    }

    /** The privileges that are here and not in the other. */
    Grants without(Grants other) {
        Map<GrantScope, Set<String>> left = new LinkedHashMap<>();
        privileges.forEach((scope, names) -> {
            Set<String> rest = new TreeSet<>(names);
            rest.removeAll(other.privileges.getOrDefault(scope, Set.of()));
            left.put(scope, rest);
        });
        return new Grants(left);
    }

    /**
     * The privileges without those on routines that the account created itself, in databases where it may create them.
     */
    Grants withoutOwnRoutines(Grants wanted) {
        Map<GrantScope, Set<String>> left = new LinkedHashMap<>(privileges);
        left.keySet()
                .removeIf(scope -> scope instanceof GrantScope.Routine(String database, String name)
                        && wanted.makesRoutinesIn(database));
        return new Grants(left);
    }

    /** The databases and patterns of databases that there are privileges on. */
    Stream<GrantScope.Databases> databases() {
        return privileges.keySet().stream()
                .filter(scope -> scope instanceof GrantScope.Databases)
                .map(scope -> (GrantScope.Databases) scope);
    }

    private boolean makesRoutinesIn(String database) {
        return privileges.entrySet().stream()
                .anyMatch(entry -> entry.getKey() instanceof GrantScope.Databases databases
                        && entry.getValue().contains("CREATE ROUTINE")
                        && databases.matches(database));
    }

    /** Whether all are on databases, and of these. */
    boolean isOnDatabases(Collection<String> rights) {
        return privileges.entrySet().stream()
                .allMatch(entry ->
                        entry.getKey() instanceof GrantScope.Databases && rights.containsAll(entry.getValue()));
    }

    boolean isEmpty() {
        return privileges.isEmpty();
    }

    /** {@code SELECT, SHOW VIEW ON `legacy`.*; …} */
    String words() {
        return String.join(
                "; ",
                privileges.entrySet().stream()
                        .map(entry -> String.join(", ", entry.getValue()) + " ON "
                                + entry.getKey().sql())
                        .toList());
    }
}
