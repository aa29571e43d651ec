package io.pinion.operations.account;

import io.pinion.config.topology.GrantSet;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.GrantScope.Databases;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.Dialect;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.OwnDatabases;
import io.pinion.routing.catalog.SystemDatabases;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * The grants that accounts should have on a server, so that it refuses whatever their users may not do.
 *
 * <p>Shard databases are granted by patterns, on every pair, since shards move. A pattern matches names of other
 * databases too. Every known database that a set of rights doesn't include, and that one of the set's patterns matches,
 * is hidden: of several grants that match a database a server applies the most specific one (<a
 * href="https://dev.mysql.com/doc/refman/8.4/en/request-access.html">MySQL manual, "Access Control, Stage 2"</a>;
 * MariaDB the same, measured), so that one harmless right on exactly that database takes the pattern's rights away.
 *
 * @param databases the databases of the server
 * @param hidden databases that accounts are hidden from, or should be before they are made. What is hidden stays so:
 *     the next database of that name is hidden from its first moment on
 */
record WantedGrants(
        Topology topology, Pair pair, Dialect dialect, Collection<String> databases, Collection<String> hidden) {
    private static final List<String> READING = List.of("SELECT", "SHOW VIEW");

    /** A right that allows nothing without SELECT and, unlike those on tables, shows no table's name. */
    private static final List<String> HARMLESS = List.of("LOCK TABLES");

    Grants of(GrantSet set) {
        Grants granted = granted(set);
        List<Predicate<String>> patterns = granted.databases()
                .filter(Databases::isPattern)
                .map(Databases::names)
                .toList();
        Grants wanted = granted;
        for (String database : knownNames()) {
            if (patterns.stream().anyMatch(pattern -> pattern.test(database)) && !isIn(set, granted, database)) {
                wanted = wanted.with(Databases.exactly(database), HARMLESS);
            }
        }
        return wanted;
    }

    /** Of the databases that exist, and of those that may be made at any time: the topology's and Pinion's own. */
    private Set<String> knownNames() {
        Set<String> names = new TreeSet<>(databases);
        names.addAll(hidden);
        names.addAll(topology.keyspaces().keySet());
        names.addAll(dialect.hiddenDatabases());
        return names;
    }

    private boolean isIn(GrantSet set, Grants granted, String database) {
        return granted.privileges().containsKey(Databases.exactly(database))
                || keyspaces(set)
                        .anyMatch(keyspace -> keyspace instanceof Keyspace.Sharded sharded
                                && sharded.allDatabases().stream().anyMatch(shards -> shards.shardIn(database) >= 0));
    }

    private Stream<Keyspace> keyspaces(GrantSet set) {
        return topology.keyspaces().values().stream()
                .filter(keyspace -> set.hasAllKeyspaces() || set.keyspaces().contains(keyspace.name()));
    }

    private Grants granted(GrantSet set) {
        Collection<String> rights = set.readsOnly() ? READING : dialect.rights(AccountRole.DATA);
        Grants grants = Grants.NONE;
        for (Databases scope : keyspaces(set).flatMap(this::scopes).toList()) {
            grants = grants.with(scope, rights);
        }
        boolean isHome = topology.homePair().filter(pair.name()::equals).isPresent();
        if (set.hasAllKeyspaces() && isHome) {
            Catalog catalog = topology.toCatalog();
            for (String database : databases) {
                if (isAtHome(catalog, database)) {
                    grants = grants.with(Databases.exactly(database), rights);
                }
            }
        }
        return set.readsOnly()
                ? grants.with(Databases.exactly(OwnDatabases.GATHER), List.of("CREATE TEMPORARY TABLES"))
                : grants.with(new GrantScope.Table(OwnDatabases.PINION, OwnDatabases.DECISIONS), List.of("INSERT"));
    }

    private Stream<Databases> scopes(Keyspace keyspace) {
        return switch (keyspace) {
            case Keyspace.Sharded sharded -> {
                Stream<Databases> shards = sharded.allDatabases().stream()
                        .flatMap(pattern -> pattern.grantPatterns().stream())
                        .map(Databases::new);
                yield hasDatabaseOf(sharded)
                        ? Stream.concat(shards, Stream.of(Databases.exactly(sharded.name())))
                        : shards;
            }
            case Keyspace.Single single ->
                single.pair().equals(pair.name()) ? Stream.of(Databases.exactly(single.name())) : Stream.empty();
        };
    }

    /** The name is the database until the hand-over of an import, and again when the import is taken back. */
    private boolean hasDatabaseOf(Keyspace.Sharded keyspace) {
        return keyspace.importing()
                .flatMap(database -> database.pair().or(topology::homePair))
                .filter(pair.name()::equals)
                .isPresent();
    }

    /** A grant on {@code %} would include performance_schema, which has everybody's statements, and which nothing hides. */
    private boolean isAtHome(Catalog catalog, String database) {
        return isOfClients(database) && catalog.meaningOf(database) instanceof DatabaseMeaning.AtHome;
    }

    /** Whether a database is neither the servers' own nor Pinion's. */
    static boolean isOfClients(String database) {
        return Stream.concat(SystemDatabases.ALL.stream(), OwnDatabases.ALL.stream())
                .noneMatch(database::equalsIgnoreCase);
    }
}
