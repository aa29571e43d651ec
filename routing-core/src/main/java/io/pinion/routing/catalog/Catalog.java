package io.pinion.routing.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything that planning knows of the cluster at one moment. Immutable; threads may share it.
 *
 * <p>Names of keyspaces, databases and tables are case-sensitive, as on a MySQL server on Linux.
 */
public final class Catalog {
    /** MariaDB reads a name with this prefix as that of a directory: {@code #mysql50#mysql} is {@code mysql}. */
    public static final String FILE_PREFIX = "#mysql50#";

    /** The database that every server has. */
    public static final String INFORMATION_SCHEMA = "information_schema";

    private final long edition;
    private final Map<String, Keyspace> keyspaces;
    private final List<Keyspace.Sharded> sharded;

    /** Those that only get rows so far, by name; {@link #keyspaces} has what clients see of them. */
    private final Map<String, Keyspace.Sharded> importing;

    private final Optional<String> homePair;
    private final Optional<String> sparePair;
    private final KnownSchema schema;
    private final boolean holdsShards;

    /** What all statements for a pair wait for, by the pair. */
    private final Map<String, HeldShard> heldPairs;

    /**
     * @param edition counts the topologies that a process plans with; a plan is used under its own edition only
     * @param homePair the pair of all databases that no keyspace names
     * @throws IllegalArgumentException when two keyspaces share a name or a pattern of database names
     */
    public Catalog(long edition, Collection<? extends Keyspace> keyspaces, Optional<String> homePair) {
        this(edition, keyspaces, homePair, Optional.empty());
    }

    /**
     * @param sparePair a pair for what any server can answer, where there is neither a keyspace nor a home pair: drivers
     *     ask such things while they connect
     */
    public Catalog(
            long edition,
            Collection<? extends Keyspace> keyspaces,
            Optional<String> homePair,
            Optional<String> sparePair) {
        this(edition, keyspaces, homePair, sparePair, KnownSchema.NOTHING);
    }

    private Catalog(
            long edition,
            Collection<? extends Keyspace> keyspaces,
            Optional<String> homePair,
            Optional<String> sparePair,
            KnownSchema schema) {
        this.edition = edition;
        this.homePair = homePair;
        this.sparePair = sparePair;
        this.schema = schema;
        Map<String, Keyspace> byName = new TreeMap<>();
        Map<String, Keyspace.Sharded> importing = new TreeMap<>();
        List<Keyspace.Sharded> sharded = new ArrayList<>();
        for (Keyspace keyspace : keyspaces) {
            if (keyspace instanceof Keyspace.Sharded next && next.isImporting()) {
                importing.put(next.name(), next);
            }
            Optional<Keyspace> seen = keyspace.seen();
            if (seen.isPresent() && byName.put(keyspace.name(), seen.get()) != null) {
                throw new IllegalArgumentException("two keyspaces are named " + keyspace.name());
            }
            if (seen.isPresent() && seen.get() instanceof Keyspace.Sharded next) {
                for (Keyspace.Sharded other : sharded) {
                    if (next.databases().overlaps(other.databases())) {
                        throw new IllegalArgumentException(next.name() + " and " + other.name()
                                + " name their databases alike: " + next.databases());
                    }
                }
                sharded.add(next);
            }
        }
        this.keyspaces = Collections.unmodifiableMap(byName);
        this.sharded = List.copyOf(sharded);
        this.importing = Collections.unmodifiableMap(importing);
        this.heldPairs = heldPairs(importing.values(), homePair);
        this.holdsShards = !heldPairs.isEmpty()
                || sharded.stream().anyMatch(keyspace -> keyspace.ranges().held() != null);
    }

    /**
     * A database is handed over to the keyspace that has got its rows. Any statement for its pair may use it: a text
     * that passes unchanged names it where planning doesn't look, as in a routine.
     */
    private static Map<String, HeldShard> heldPairs(Collection<Keyspace.Sharded> importing, Optional<String> homePair) {
        Map<String, HeldShard> pairs = new HashMap<>();
        for (Keyspace.Sharded keyspace : importing) {
            ShardRange held = keyspace.ranges().held();
            Optional<String> pair =
                    keyspace.importing().flatMap(Importing::pair).or(() -> homePair);
            if (held != null && pair.isPresent()) {
                pairs.put(pair.get(), new HeldShard(keyspace.name(), new ShardId(held.first()), pair.get()));
            }
        }
        return pairs;
    }

    /**
     * The same cluster with the schema read from its servers. The columns of a table that was read replace those that
     * the topology states.
     */
    public Catalog with(KnownSchema found) {
        Map<String, Keyspace> all = new TreeMap<>(found.applyTo(keyspaces));
        all.putAll(importing);
        return new Catalog(edition, all.values(), homePair, sparePair, found);
    }

    public long edition() {
        return edition;
    }

    public KnownSchema schema() {
        return schema;
    }

    /** The keyspaces that clients see, by name, in alphabetical order. */
    public Map<String, Keyspace> keyspaces() {
        return keyspaces;
    }

    public @Nullable Keyspace keyspace(String name) {
        return keyspaces.get(name);
    }

    public Optional<String> homePair() {
        return homePair;
    }

    /**
     * The meaning of a database's name: a keyspace by its name, a shard by its database, else a database on the home
     * pair.
     */
    public DatabaseMeaning meaningOf(String database) {
        if (namesFile(database)) {
            return new DatabaseMeaning.Unknown(database);
        }
        Keyspace keyspace = keyspaces.get(database);
        if (keyspace != null) {
            return new DatabaseMeaning.Logical(keyspace);
        }
        for (Keyspace.Sharded candidate : sharded) {
            int shard = candidate.databases().shardIn(database);
            if (shard >= 0) {
                return physical(candidate, new ShardId(shard));
            }
        }
        if (isHidden(database)) {
            return new DatabaseMeaning.Unknown(database);
        }
        if (homePair.isPresent()) {
            return new DatabaseMeaning.AtHome(homePair.get());
        }
        String pair = database.equalsIgnoreCase(INFORMATION_SCHEMA) ? anyPair() : null;
        return pair == null ? new DatabaseMeaning.Unknown(database) : new DatabaseMeaning.AtHome(pair);
    }

    /**
     * The patterns of the names of shards' databases, those of keyspaces that clients don't see yet included. In the
     * order of the keyspaces' names.
     */
    public List<DatabasePattern> shardDatabases() {
        Map<String, Keyspace.Sharded> all = new TreeMap<>(importing);
        sharded.forEach(keyspace -> all.put(keyspace.name(), keyspace));
        return all.values().stream()
                .flatMap(keyspace -> keyspace.allDatabases().stream())
                .toList();
    }

    /** Whether it is the database of a shard that clients don't see, yet or any more. */
    private boolean isHidden(String database) {
        for (Keyspace.Sharded keyspace : importing.values()) {
            if (keyspace.databases().shardIn(database) >= 0) {
                return true;
            }
        }
        for (Keyspace.Sharded keyspace : sharded) {
            if (keyspace.allDatabases().stream().anyMatch(pattern -> pattern.shardIn(database) >= 0)) {
                return true;
            }
        }
        return false;
    }

    /**
     * The keyspace whose shards' databases are granted by a pattern that matches the name too; those that clients don't
     * see yet included.
     */
    public Optional<Keyspace.Sharded> withShardsLike(String database) {
        return Stream.concat(sharded.stream(), importing.values().stream())
                .filter(keyspace -> keyspace.allDatabases().stream().anyMatch(pattern -> pattern.isGranted(database)))
                .findFirst();
    }

    /** Whether a name has the prefix that makes servers read it as another name. */
    public static boolean namesFile(String name) {
        return name.regionMatches(true, 0, FILE_PREFIX, 0, FILE_PREFIX.length());
    }

    /** A pair for questions that every server can answer: the home pair, if there is one. Null without any pair. */
    public @Nullable String anyPair() {
        return homePair.or(() -> pairs().findFirst()).or(() -> sparePair).orElse(null);
    }

    /**
     * The pair whose primary holds all user-level locks, so that they exclude in the whole cluster: the home pair, else
     * the first by name of the keyspaces' pairs. Null without any pair.
     */
    public @Nullable String lockPair() {
        return homePair.or(() -> pairs().min(Comparator.naturalOrder()))
                .or(() -> sparePair)
                .orElse(null);
    }

    /** The pairs of the keyspaces, in the order of keyspaces and shards. */
    private Stream<String> pairs() {
        return keyspaces.values().stream().flatMap(keyspace -> switch (keyspace) {
            case Keyspace.Single single -> Stream.of(single.pair());
            case Keyspace.Sharded shards -> shards.ranges().ranges().stream().map(ShardRange::pair);
        });
    }

    /** Whether any shard is held: statements for it wait. */
    public boolean holdsShards() {
        return holdsShards;
    }

    /** The shard of a database, if it is held; null for any other database. */
    public @Nullable HeldShard heldIn(String database) {
        return holdsShards
                        && meaningOf(database)
                                instanceof
                                DatabaseMeaning.Physical(Keyspace.Sharded keyspace, ShardId shard, String pair)
                        && keyspace.ranges().isHeld(shard.number())
                ? new HeldShard(keyspace.name(), shard, pair)
                : null;
    }

    /** What statements for a pair wait for, whatever their database is; null when they don't wait. */
    public @Nullable HeldShard heldOn(String pair) {
        return heldPairs.get(pair);
    }

    /** The lowest held shard of a keyspace, or null when there is none. */
    public @Nullable HeldShard heldOf(String keyspace) {
        ShardRange held = keyspaces.get(keyspace) instanceof Keyspace.Sharded shards
                ? shards.ranges().held()
                : null;
        return held == null ? null : new HeldShard(keyspace, new ShardId(held.first()), held.pair());
    }

    /**
     * Whether {@code later} has every shard and database of these pairs, but for the shards that are held now, at the
     * same place and not held. A session that worked on the pairs can go on then, unless one of them
     * {@link #pairsThatGotShards got shards} meanwhile.
     */
    public boolean isKeptOn(Set<String> pairs, Catalog later) {
        Optional<String> home = homePair.filter(pairs::contains);
        return home.equals(later.homePair.filter(pairs::contains))
                && (home.isEmpty() || importedAtHome().equals(later.importedAtHome()))
                && keyspaces.values().stream().allMatch(keyspace -> switch (keyspace) {
                    case Keyspace.Sharded sharded ->
                        later.keyspace(sharded.name()) instanceof Keyspace.Sharded now && isKeptOn(pairs, sharded, now);
                    case Keyspace.Single single ->
                        !pairs.contains(single.pair())
                                || (later.keyspace(single.name()) instanceof Keyspace.Single now
                                        && now.pair().equals(single.pair()));
                });
    }

    /**
     * The pairs with shards that were on another pair in {@code before}, or that are handed over to since. The last
     * rows of such a shard may have come behind a snapshot that a session has of the pair's server.
     */
    public Set<String> pairsThatGotShards(Catalog before) {
        Set<String> pairs = new TreeSet<>();
        for (Keyspace each : keyspaces.values()) {
            if (!(each instanceof Keyspace.Sharded keyspace)) {
                continue;
            }
            if (before.keyspaces.get(keyspace.name()) instanceof Keyspace.Sharded was
                    && was.databases().equals(keyspace.databases())) {
                pairs.addAll(keyspace.ranges().pairsThatGotShards(was.ranges()));
            } else {
                keyspace.ranges().ranges().forEach(range -> pairs.add(range.pair()));
            }
        }
        return pairs;
    }

    /** Behind the hand-over to other shards, the same number is another shard. */
    private static boolean isKeptOn(Set<String> pairs, Keyspace.Sharded keyspace, Keyspace.Sharded later) {
        boolean same = keyspace.databases().equals(later.databases());
        return same
                ? keyspace.ranges().isKeptOn(pairs, later.ranges())
                : keyspace.ranges().ranges().stream()
                        .filter(range -> !range.held())
                        .map(ShardRange::pair)
                        .noneMatch(pairs::contains);
    }

    /** The databases on the home pair whose names are going to be keyspaces. */
    private Set<String> importedAtHome() {
        Set<String> names = new TreeSet<>(importing.keySet());
        names.removeAll(keyspaces.keySet());
        return names;
    }

    /** Whether a name in a text is that of a shard's database, open or not. */
    public boolean isShardDatabase(byte[] text, int from, int to) {
        for (int i = 0; i < sharded.size(); i++) {
            if (sharded.get(i).databases().shardIn(text, from, to) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** The meaning of one shard of a keyspace. */
    public static DatabaseMeaning physical(Keyspace.Sharded keyspace, ShardId shard) {
        String pair = keyspace.ranges().pairOf(shard.number());
        return pair == null
                ? new DatabaseMeaning.NotOpen(keyspace, shard)
                : new DatabaseMeaning.Physical(keyspace, shard, pair);
    }
}
