package io.pinion.operations.account;

import io.pinion.config.topology.Topology;
import io.pinion.operations.account.GrantScope.Databases;
import io.pinion.operations.account.GrantScope.Everything;
import io.pinion.operations.account.ServerAccounts.Name;
import io.pinion.operations.server.ServerConnection;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabaseMeaning;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Finds rights that a server gives to every account, in databases that clients have. On MariaDB nothing hides a database from
 * them, and they aren't Pinion's to revoke. A MariaDB that was installed with its database {@code test} gives {@code
 * test} and {@code test\_%} to PUBLIC, before 10.11 to the anonymous user.
 */
final class EverybodysGrants {
    /** The database that MariaDB is installed with, which everybody may use unless a keyspace is called so. */
    private static final String FOR_TRIALS = "test";

    private EverybodysGrants() {}

    /**
     * @param databases of the server
     * @return a line for each grant that opens one of them to all users with fewer rights than all
     */
    static List<String> problems(
            ServerConnection server, ServerAccounts accounts, Topology topology, Collection<String> databases) {
        Catalog catalog = topology.toCatalog();
        List<String> used =
                databases.stream().filter(database -> isUsed(catalog, database)).toList();
        List<String> lines = new ArrayList<>();
        for (Map.Entry<Name, Grants> everybody : accounts.everybody().entrySet()) {
            for (GrantScope scope : everybody.getValue().privileges().keySet()) {
                used.stream()
                        .filter(database -> scope instanceof Everything
                                || (scope instanceof Databases granted && granted.matches(database)))
                        .findFirst()
                        .ifPresent(database -> lines.add("every account on " + server + " may use database " + database
                                + ", also those of users who must not: REVOKE ALL PRIVILEGES ON " + scope.sql()
                                + " FROM " + everybody.getKey().grantee() + " there"));
            }
        }
        return lines;
    }

    private static boolean isUsed(Catalog catalog, String database) {
        return switch (catalog.meaningOf(database)) {
            case DatabaseMeaning.Logical logical -> true;
            case DatabaseMeaning.Physical shard -> true;
            case DatabaseMeaning.NotOpen shard -> true;
            case DatabaseMeaning.AtHome home -> !database.equals(FOR_TRIALS) && WantedGrants.isOfClients(database);
            case DatabaseMeaning.Unknown unknown -> false;
        };
    }
}
