package io.pinion.operations.server.replication;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;

/** Transactions that a server has, by their global identifiers. Immutable. */
public final class GtidSet {
    public static final GtidSet EMPTY = new GtidSet(Map.of(), false);

    /** Both numbers are of the set. */
    private record Interval(long first, long last) {
        @Override
        public String toString() {
            return first == last ? String.valueOf(first) : first + "-" + last;
        }
    }

    /** By what counts the transactions: a server of a domain, or a server with or without a tag. */
    private final Map<String, List<Interval>> bySource;

    /** All servers of a domain count on from each other, as MariaDB's do. */
    private final boolean inDomains;

    private GtidSet(Map<String, List<Interval>> bySource, boolean inDomains) {
        this.bySource = bySource;
        this.inDomains = inDomains;
    }

    /**
     * As {@code gtid_executed} is written: {@code uuid:1-5:7, uuid:tag:1-3} (MySQL manual, "GTID Format and Storage").
     *
     * @throws IllegalArgumentException when the text is none
     */
    public static GtidSet ofMySql(String text) {
        Map<String, List<Interval>> sets = new TreeMap<>();
        for (String set : text.isBlank() ? List.<String>of() : List.of(text.split(",", -1))) {
            List<String> parts = List.of(set.strip().split(":", -1));
            String source = parts.getFirst();
            for (String part : parts.subList(1, parts.size())) {
                if (Character.isDigit(part.charAt(0))) {
                    int dash = part.indexOf('-');
                    long first = Long.parseLong(dash < 0 ? part : part.substring(0, dash));
                    long last = dash < 0 ? first : Long.parseLong(part.substring(dash + 1));
                    sets.computeIfAbsent(source, none -> new ArrayList<>()).add(new Interval(first, last));
                } else {
                    source = parts.getFirst() + ":" + part;
                }
            }
        }
        return new GtidSet(sets, false);
    }

    /**
     * As {@code gtid_binlog_state} is written: {@code 1-11-250,1-12-300}, the last transaction of each server in each
     * domain (MariaDB's documentation, "gtid_binlog_state"). All before it are there, too. Of one that is named twice
     * the later counts.
     *
     * @throws IllegalArgumentException when the text is none
     */
    public static GtidSet ofMariaDb(String text) {
        Map<String, List<Interval>> sets = new TreeMap<>();
        for (String gtid : text.isBlank() ? List.<String>of() : List.of(text.split(",", -1))) {
            int dash = gtid.lastIndexOf('-');
            if (dash < 0) {
                throw new IllegalArgumentException("'" + gtid + "' is no GTID");
            }
            long last = Long.parseLong(gtid.substring(dash + 1));
            sets.merge(gtid.substring(0, dash).strip(), List.of(new Interval(1, last)), GtidSet::later);
        }
        return new GtidSet(sets, true);
    }

    /** Of two that begin with the first transaction. */
    private static List<Interval> later(List<Interval> one, List<Interval> other) {
        return one.getFirst().last() > other.getFirst().last() ? one : other;
    }

    /**
     * What a server of MariaDB has: this set, of its binary log, and what is before the place from where it follows. Of
     * what it has written itself its log tells in each domain that it has anything of: when that comes back from
     * others, the place runs past it, also where a crash has taken it (MariaDB's documentation,
     * "replicate_same_server_id").
     *
     * @param server its server_id
     */
    public GtidSet withPlace(GtidSet place, long server) {
        Map<String, List<Interval>> sets = new TreeMap<>(bySource);
        place.ofSources(source -> !isOf(String.valueOf(server), source)
                        || ofDomain(domain(source)).isEmpty())
                .bySource
                .forEach((source, intervals) -> sets.merge(source, intervals, GtidSet::later));
        return new GtidSet(sets, true);
    }

    public boolean isEmpty() {
        return bySource.isEmpty();
    }

    /**
     * Those that the other set hasn't; of a server of MariaDB of which it knows nothing only what is newer than all that it
     * has of the domain: it may have got the older ones with a copy, which is told by its last transaction alone.
     */
    public GtidSet newerThan(GtidSet other) {
        return without(source -> other.bySource.containsKey(source) || !inDomains
                ? other.bySource.getOrDefault(source, List.of())
                : other.ofDomain(domain(source)));
    }

    /**
     * What a server has on its own beside its primary: as {@link #newerThan}, but of what it has written itself all
     * that the primary hasn't, unless others have written behind it. Behind one that it alone has, it could apply none
     * of theirs: the numbers of a domain only grow there.
     *
     * @param server the server_id of the one that has this set
     */
    public GtidSet errantBeside(GtidSet primary, long server) {
        String origin = String.valueOf(server);
        GtidSet others = ofSources(source -> !isOf(origin, source));
        return without(source -> {
            if (primary.bySource.containsKey(source) || !inDomains) {
                return primary.bySource.getOrDefault(source, List.of());
            }
            return (isOf(origin, source) ? others : primary).ofDomain(domain(source));
        });
    }

    /**
     * What one server has written itself.
     *
     * @param origin as the server's dialect tells it
     */
    public GtidSet writtenBy(String origin) {
        return ofSources(source -> isOf(origin, source));
    }

    private GtidSet ofSources(Predicate<String> wanted) {
        Map<String, List<Interval>> sets = new TreeMap<>(bySource);
        sets.keySet().removeIf(wanted.negate());
        return new GtidSet(sets, inDomains);
    }

    private boolean isOf(String origin, String source) {
        return inDomains ? source.endsWith("-" + origin) : source.equals(origin) || source.startsWith(origin + ":");
    }

    private static String domain(String source) {
        return source.substring(0, source.indexOf('-') + 1);
    }

    private List<Interval> ofDomain(String domain) {
        return bySource.entrySet().stream()
                .filter(entry -> domain(entry.getKey()).equals(domain))
                .map(entry -> entry.getValue().getLast().last())
                .max(Long::compare)
                .map(last -> List.of(new Interval(1, last)))
                .orElse(List.of());
    }

    private GtidSet without(Function<String, List<Interval>> there) {
        Map<String, List<Interval>> left = new TreeMap<>();
        bySource.forEach((source, intervals) -> {
            List<Interval> rest = intervals;
            for (Interval taken : there.apply(source)) {
                rest = rest.stream()
                        .flatMap(each -> without(each, taken).stream())
                        .toList();
            }
            if (!rest.isEmpty()) {
                left.put(source, rest);
            }
        });
        return new GtidSet(left, inDomains);
    }

    private static List<Interval> without(Interval from, Interval taken) {
        if (taken.last < from.first || taken.first > from.last) {
            return List.of(from);
        }
        List<Interval> rest = new ArrayList<>();
        if (from.first < taken.first) {
            rest.add(new Interval(from.first, taken.first - 1));
        }
        if (taken.last < from.last) {
            rest.add(new Interval(taken.last + 1, from.last));
        }
        return rest;
    }

    /** {@code source:1-5:7, source:9}. */
    @Override
    public String toString() {
        List<String> sets = new ArrayList<>();
        bySource.forEach((source, intervals) -> {
            StringBuilder set = new StringBuilder(source);
            intervals.forEach(interval -> set.append(':').append(interval));
            sets.add(set.toString());
        });
        return String.join(", ", sets);
    }
}
