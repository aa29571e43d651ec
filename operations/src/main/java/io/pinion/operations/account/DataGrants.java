package io.pinion.operations.account;

import io.pinion.operations.account.GrantScope.Databases;
import io.pinion.operations.account.GrantScope.Everything;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.ServerConnection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds rights of the account {@code data}, which people make, in databases that its grants must hide: the server's
 * own, and those where Pinion reads and writes as the operator.
 */
final class DataGrants {
    private DataGrants() {}

    /**
     * @return a line for each database that isn't hidden; none where the server has {@code partial_revokes}, which
     *     hides databases otherwise
     */
    static List<String> problems(ServerConnection server, ServerAccounts accounts) throws SQLException {
        if (server.dialect().hasPartialRevokes(server)) {
            return List.of();
        }
        List<String> lines = new ArrayList<>();
        accounts.data().forEach((name, grants) -> {
            for (String database : server.dialect().hiddenDatabases()) {
                Set<String> surplus = rightsOn(database, grants);
                surplus.retainAll(server.dialect().rights(AccountRole.DATA));
                surplus.removeAll(List.of("SHOW VIEW", Dialect.rightLeft(database)));
                if (!surplus.isEmpty()) {
                    lines.add(
                            "account '" + name.user() + "'@'" + name.host() + "' on " + server + " may do in database "
                                    + database + " what users must not: " + String.join(", ", surplus)
                                    + " (see \"The statements that make the accounts\" in docs/topology.md)");
                }
            }
        });
        return lines;
    }

    /**
     * Of several grants that match a database a server applies the most specific one: its first wildcard comes last.
     */
    private static Set<String> rightsOn(String database, Grants grants) {
        Set<String> rights = new TreeSet<>(grants.privileges().getOrDefault(new Everything(), Set.of()));
        grants.privileges().entrySet().stream()
                .filter(entry -> entry.getKey() instanceof Databases databases && databases.matches(database))
                .max(Comparator.comparingInt(entry -> ((Databases) entry.getKey()).plainLength()))
                .map(Map.Entry::getValue)
                .ifPresent(rights::addAll);
        return rights;
    }
}
