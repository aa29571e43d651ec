package io.pinion.operations.account;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.ManagedAccounts;
import io.pinion.operations.account.GrantScope.Databases;
import io.pinion.operations.account.GrantScope.Everything;
import io.pinion.operations.account.GrantScope.Other;
import io.pinion.operations.account.GrantScope.Role;
import io.pinion.operations.account.GrantScope.Routine;
import io.pinion.operations.account.GrantScope.Table;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.sql.Answers;
import io.pinion.operations.server.sql.SqlText;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The managed accounts of a server, and {@code data}.
 *
 * @param hosts the hosts from which {@code data} may log in, and so may managed accounts, with the requirement of each
 * @param found the managed accounts, by user and host
 * @param data the grants of the account {@code data}, for each of its hosts
 * @param everybody the grants that every account has: of anonymous users, and of MariaDB's PUBLIC
 */
record ServerAccounts(
        Map<String, Required> hosts, Map<Name, Found> found, Map<Name, Grants> data, Map<Name, Grants> everybody) {
    /** The role of MariaDB that every account has. */
    private static final Name PUBLIC = new Name("PUBLIC", "");

    /** The privilege that means none. */
    private static final String USAGE = "USAGE";

    /** {@code 'user'@'host'} on a server. */
    record Name(String user, String host) {
        /** Whether all accounts have the rights of this one. */
        boolean isEverybody() {
            return user.isEmpty() || equals(PUBLIC);
        }

        /** As GRANT and REVOKE name it. */
        String grantee() {
            return equals(PUBLIC) ? user : SqlText.quote(user) + "@" + SqlText.quote(host);
        }
    }

    record Found(Login login, Grants grants) {
        boolean locked() {
            return login.locked();
        }
    }

    /**
     * The login rules of an account.
     *
     * @param certificate the required content of its certificate; empty for any
     * @param unlimited whether it has no resource limits
     * @param defaultRole empty for none
     */
    record Login(Required required, boolean locked, String certificate, boolean unlimited, String defaultRole) {
        boolean asWanted(Required wanted) {
            return required == wanted && certificate.isEmpty() && unlimited;
        }
    }

    /** The requirement on a login besides the password. */
    enum Required {
        NOTHING(" REQUIRE NONE"),
        ENCRYPTION(" REQUIRE SSL"),
        CERTIFICATE(" REQUIRE X509");

        private final String clause;

        Required(String clause) {
            this.clause = clause;
        }

        String clause() {
            return clause;
        }

        /** @param type as {@code mysql.user} has it */
        static Required ofType(String type) {
            return switch (type) {
                case "" -> NOTHING;
                case "ANY" -> ENCRYPTION;
                default -> CERTIFICATE;
            };
        }
    }

    /** The same where {@code data} may also log in from these hosts. */
    ServerAccounts withHosts(Map<String, Required> other) {
        return new ServerAccounts(other, found, data, everybody);
    }

    /**
     * The hosts of all these servers, with the strictest requirement of each: what one of a pair has, the other gets by
     * replication.
     */
    static Map<String, Required> hosts(Collection<ServerAccounts> servers) {
        Map<String, Required> all = new LinkedHashMap<>();
        for (ServerAccounts server : servers) {
            server.hosts.forEach(
                    (host, required) -> all.merge(host, required, (one, more) -> one.compareTo(more) < 0 ? more : one));
        }
        return all;
    }

    /** The databases, not the patterns, on which managed accounts have rights; a new set. */
    Set<String> databasesByName() {
        return found.values().stream()
                .flatMap(account -> account.grants().databases())
                .flatMap(scope -> scope.database().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Reads the accounts as the operator. Blocks. */
    static ServerAccounts read(ServerConnection server, Account data) throws SQLException {
        return new Reader(server, data).read();
    }

    private static final class Reader {
        private final ServerConnection server;
        private final Account data;
        private final Map<String, Required> hosts = new LinkedHashMap<>();
        private final Map<Name, Login> logins = new LinkedHashMap<>();
        private final Map<Name, Grants> grants = new LinkedHashMap<>();
        private final Map<String, Name> byGrantee = new HashMap<>();

        Reader(ServerConnection server, Account data) {
            this.server = server;
            this.data = data;
        }

        ServerAccounts read() throws SQLException {
            for (List<String> row : rows(server.dialect().accountsQuestion())) {
                Name name = new Name(row.get(0), row.get(1));
                if (name.user().equals(data.user())) {
                    hosts.put(name.host(), Required.ofType(row.get(2)));
                    know(name);
                } else if (name.isEverybody()) {
                    know(name);
                } else if (ManagedAccounts.isMade(name.user(), data)) {
                    logins.put(
                            name,
                            new Login(
                                    Required.ofType(row.get(2)),
                                    row.get(3).equals("1"),
                                    row.get(4),
                                    row.get(5).equals("1"),
                                    row.get(6)));
                    know(name);
                }
            }
            privileges();
            Map<Name, Grants> ofData = new LinkedHashMap<>(grants);
            ofData.keySet().removeAll(logins.keySet());
            Map<Name, Grants> everybody = new LinkedHashMap<>(ofData);
            everybody.keySet().removeIf(name -> !name.isEverybody());
            ofData.keySet().removeAll(everybody.keySet());
            Map<Name, Found> found = new LinkedHashMap<>();
            logins.forEach((name, login) -> found.put(name, new Found(login, grants.getOrDefault(name, Grants.NONE))));
            return new ServerAccounts(hosts, found, ofData, everybody);
        }

        private void know(Name name) {
            byGrantee.put("'" + name.user() + "'@'" + name.host() + "'", name);
            grants.put(name, Grants.NONE);
        }

        private void privileges() throws SQLException {
            for (List<String> row :
                    rows("SELECT grantee, privilege_type, is_grantable FROM information_schema.user_privileges")) {
                add(row.get(0), new Everything(), row.get(1), row.get(2));
            }
            for (List<String> row : rows("SELECT grantee, table_schema, privilege_type, is_grantable FROM"
                    + " information_schema.schema_privileges")) {
                add(row.get(0), new Databases(row.get(1)), row.get(2), row.get(3));
            }
            for (List<String> row : rows("SELECT grantee, table_schema, table_name, privilege_type, is_grantable FROM"
                    + " information_schema.table_privileges")) {
                add(row.get(0), new Table(row.get(1), row.get(2)), row.get(3), row.get(4));
            }
            for (List<String> row : rows("SELECT DISTINCT grantee, table_schema, table_name, privilege_type FROM"
                    + " information_schema.column_privileges")) {
                add(row.get(0), new Other("columns of " + row.get(1) + "." + row.get(2)), row.get(3), "NO");
            }
            for (List<String> row : rows("SELECT user, host, db, routine_name FROM mysql.procs_priv")) {
                add(new Name(row.get(0), row.get(1)), new Routine(row.get(2), row.get(3)), Set.of("EXECUTE"));
            }
            for (List<String> row : rows(server.dialect().rolesQuestion())) {
                add(new Name(row.get(0), row.get(1)), new Role(row.get(2)), Set.of("ROLE"));
            }
        }

        private void add(String grantee, GrantScope scope, String privilege, String grantable) {
            if (!privilege.equals(USAGE)) {
                Name name = byGrantee.get(grantee);
                if (name != null) {
                    add(name, scope, grantable.equals("YES") ? Set.of(privilege, "GRANT OPTION") : Set.of(privilege));
                }
            }
        }

        private void add(Name name, GrantScope scope, Set<String> privileges) {
            grants.computeIfPresent(name, (known, before) -> before.with(scope, privileges));
        }

        private List<List<String>> rows(String question) throws SQLException {
            return Answers.all(server.jdbc(), question, row -> {
                int columns = row.getMetaData().getColumnCount();
                List<String> values = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    values.add(Answers.text(row, column));
                }
                return values;
            });
        }
    }
}
