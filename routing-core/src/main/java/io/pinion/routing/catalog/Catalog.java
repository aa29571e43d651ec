package io.pinion.routing.catalog;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Everything planning knows of the cluster at one moment. Immutable, so it may be shared by every thread.
 *
 * <p>Names of keyspaces, databases and tables are case-sensitive, as on a MySQL server on Linux.
 */
public final class Catalog {
    /** A name that begins so is a directory's to MariaDB: {@code #mysql50#mysql} is {@code mysql}. */
    public static final String FILE_PREFIX = "#mysql50#";

    /** The database that every server has. */
    public static final String INFORMATION_SCHEMA = "information_schema";

    private final long edition;
    private final Map<String, Keyspace> keyspaces;
    private final List<Keyspace.Sharded> sharded;
    private final Optional<String> homePair;
    private final KnownSchema schema;
    private final boolean holdsShards;

    /**
     * @param edition counts the topologies that a process plans with; plans made under one edition are not used under another
     * @param homePair the pair that is home to every database that no keyspace names
     * @throws IllegalArgumentException when two keyspaces share a name or a pattern of database names
     */
    public Catalog(long edition, Collection<? extends Keyspace> keyspaces, Optional<String> homePair) {
        this(edition, keyspaces, homePair, KnownSchema.NOTHING);
    }

    private Catalog(
            long edition, Collection<? extends Keyspace> keyspaces, Optional<String> homePair, KnownSchema schema) {
        this.edition = edition;
        this.homePair = homePair;
        this.schema = schema;
        Map<String, Keyspace> byName = new TreeMap<>();
        List<Keyspace.Sharded> sharded = new ArrayList<>();
        for (Keyspace keyspace : keyspaces) {
            if (byName.put(keyspace.name(), keyspace) != null) {
                throw new IllegalArgumentException("two keyspaces are named " + keyspace.name());
            }
            if (keyspace instanceof Keyspace.Sharded next) {
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
        this.holdsShards =
                sharded.stream().anyMatch(keyspace -> keyspace.ranges().held() != null);
    }

    /**
     * The same cluster, with what its servers were found to have. Where a table was read, its columns are those that were
     * found, whatever the topology states of them.
     */
    public Catalog with(KnownSchema found) {
        return new Catalog(edition, found.applyTo(keyspaces).values(), homePair, found);
    }

    public long edition() {
        return edition;
    }

    public KnownSchema schema() {
        return schema;
    }

    /** By name, in alphabetical order. */
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
     * What a database's name means to this cluster: a keyspace by its name, a shard by its database, else a database at
     * home on the home pair.
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
        if (homePair.isPresent()) {
            return new DatabaseMeaning.AtHome(homePair.get());
        }
        String pair = database.equalsIgnoreCase(INFORMATION_SCHEMA) ? anyPair() : null;
        return pair == null ? new DatabaseMeaning.Unknown(database) : new DatabaseMeaning.AtHome(pair);
    }

    /** Whether a name begins as the names do that servers take for others. */
    public static boolean namesFile(String name) {
        return name.regionMatches(true, 0, FILE_PREFIX, 0, FILE_PREFIX.length());
    }

    /** A pair that may be asked what every server knows: the home pair, if there is one. */
    public @Nullable String anyPair() {
        return homePair.or(() -> pairs().findFirst()).orElse(null);
    }

    /**
     * The pair on whose primary all user-level locks are, so that they exclude in the whole cluster: the home pair, or else of all
     * pairs with a keyspace the first by name. Null when there is none.
     */
    public @Nullable String lockPair() {
        return homePair.or(() -> pairs().min(Comparator.naturalOrder())).orElse(null);
    }

    /** Those of the keyspaces, in the order of these and of their shards. */
    private Stream<String> pairs() {
        return keyspaces.values().stream().flatMap(keyspace -> switch (keyspace) {
            case Keyspace.Single single -> Stream.of(single.pair());
            case Keyspace.Sharded shards -> shards.ranges().ranges().stream().map(ShardRange::pair);
        });
    }

    /** Whether statements for any shard wait. */
    public boolean holdsShards() {
        return holdsShards;
    }

    /** The shard that a database is, if statements for it wait; null for any other database. */
    public @Nullable HeldShard heldIn(String database) {
        return holdsShards
                        && meaningOf(database)
                                instanceof
                                DatabaseMeaning.Physical(Keyspace.Sharded keyspace, ShardId shard, String pair)
                        && keyspace.ranges().isHeld(shard.number())
                ? new HeldShard(keyspace.name(), shard, pair)
                : null;
    }

    /** The lowest shard of a keyspace whose statements wait, or null when none does. */
    public @Nullable HeldShard heldOf(String keyspace) {
        ShardRange held = keyspaces.get(keyspace) instanceof Keyspace.Sharded shards
                ? shards.ranges().held()
                : null;
        return held == null ? null : new HeldShard(keyspace, new ShardId(held.first()), held.pair());
    }

    /**
     * Whether what has worked on these pairs under this catalog, and on no shard that was held, finds everything in the same
     * place under {@code later}, and nothing of it held.
     */
    public boolean isKeptOn(Set<String> pairs, Catalog later) {
        return homePair.filter(pairs::contains).equals(later.homePair.filter(pairs::contains))
                && keyspaces.values().stream().allMatch(keyspace -> switch (keyspace) {
                    case Keyspace.Sharded sharded ->
                        later.keyspace(sharded.name()) instanceof Keyspace.Sharded now
                                && sharded.ranges().isKeptOn(pairs, now.ranges());
                    case Keyspace.Single single ->
                        !pairs.contains(single.pair())
                                || (later.keyspace(single.name()) instanceof Keyspace.Single now
                                        && now.pair().equals(single.pair()));
                });
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
