package io.pinion.operations.account;

import io.pinion.config.topology.GrantSet;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.account.GrantScope.Databases;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.Dialect;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.OwnDatabases;
import io.pinion.routing.catalog.SystemDatabases;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/**
 * The grants that accounts should have on a server, so that it refuses whatever their users may not do.
 *
 * <p>Shard databases are granted by patterns, on every pair, since shards move. Where such a pattern matches the name
 * of another database, one harmless right on exactly that database takes the pattern's rights away: of several grants
 * that match a database a server applies the most specific one (<a
 * href="https://dev.mysql.com/doc/refman/8.4/en/request-access.html">MySQL manual, "Access Control, Stage 2"</a>;
 * MariaDB the same, measured).
 *
 * @param databases the databases of the server
 */
record WantedGrants(Topology topology, Pair pair, Dialect dialect, Collection<String> databases) {
    private static final List<String> READING = List.of("SELECT", "SHOW VIEW");

    /** A right that shows no data, and that hides a database from a pattern. */
    private static final List<String> HARMLESS = List.of("SHOW VIEW");

    Grants of(GrantSet set) {
        Collection<String> rights = set.readsOnly() ? READING : dialect.rights(AccountRole.DATA);
        Grants grants = Grants.NONE;
        for (Keyspace keyspace : topology.keyspaces().values()) {
            if (set.hasAllKeyspaces() || set.keyspaces().contains(keyspace.name())) {
                grants = switch (keyspace) {
                    case Keyspace.Sharded sharded ->
                        hasDatabaseOf(sharded)
                                ? onShards(grants, sharded, rights).with(exactly(sharded.name()), rights)
                                : onShards(grants, sharded, rights);
                    case Keyspace.Single single ->
                        single.pair().equals(pair.name()) ? grants.with(exactly(single.name()), rights) : grants;
                };
            }
        }
        boolean isHome = topology.homePair().filter(pair.name()::equals).isPresent();
        if (set.hasAllKeyspaces() && isHome) {
            Catalog catalog = topology.toCatalog();
            for (String database : databases) {
                if (isAtHome(catalog, database)) {
                    grants = grants.with(exactly(database), rights);
                }
            }
        }
        return set.readsOnly()
                ? grants.with(exactly(OwnDatabases.GATHER), List.of("CREATE TEMPORARY TABLES"))
                : grants.with(new GrantScope.Table(OwnDatabases.PINION, OwnDatabases.DECISIONS), List.of("INSERT"));
    }

    /** The name is the database until the hand-over of an import, and again when the import is taken back. */
    private boolean hasDatabaseOf(Keyspace.Sharded keyspace) {
        return keyspace.importing()
                .flatMap(database -> database.pair().or(topology::homePair))
                .filter(pair.name()::equals)
                .isPresent();
    }

    private Grants onShards(Grants before, Keyspace.Sharded keyspace, Collection<String> rights) {
        Grants grants = before;
        for (DatabasePattern shards : keyspace.allDatabases()) {
            for (String pattern : shards.grantPatterns()) {
                grants = grants.with(new Databases(pattern), rights);
            }
            for (String database : databases) {
                if (shards.isGranted(database) && !isOf(keyspace, database)) {
                    grants = grants.with(exactly(database), HARMLESS);
                }
            }
        }
        return grants;
    }

    /** A grant on {@code %} would include performance_schema, which has everybody's statements, and which nothing hides. */
    private boolean isAtHome(Catalog catalog, String database) {
        return Stream.concat(SystemDatabases.ALL.stream(), OwnDatabases.ALL.stream())
                        .noneMatch(database::equalsIgnoreCase)
                && catalog.meaningOf(database) instanceof DatabaseMeaning.AtHome;
    }

    /** Whether the pattern may grant the database. Another keyspace's database may have a grant of its own. */
    private boolean isOf(Keyspace.Sharded keyspace, String database) {
        return keyspace.allDatabases().stream().anyMatch(pattern -> pattern.shardIn(database) >= 0)
                || topology.keyspace(database).isPresent();
    }

    private static Databases exactly(String database) {
        return new Databases(DatabasePattern.escaped(database));
    }
}
