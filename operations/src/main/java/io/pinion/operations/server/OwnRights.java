package io.pinion.operations.server;

import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The rights of the account that a connection has logged in with. Each question blocks. */
public record OwnRights(ServerConnection server) {
    /** The account's name as information_schema has it, and as a GRANT may have it. */
    private static final String NAME = "CONCAT('''', SUBSTRING(CURRENT_USER(), 1, CHAR_LENGTH(CURRENT_USER()) - 1"
            + " - CHAR_LENGTH(SUBSTRING_INDEX(CURRENT_USER(), '@', -1))), '''@''',"
            + " SUBSTRING_INDEX(CURRENT_USER(), '@', -1), '''')";

    private static final String GLOBAL =
            "SELECT privilege_type FROM information_schema.user_privileges WHERE grantee = " + NAME;

    private static final String ON_ALL_NAMES =
            "SELECT privilege_type FROM information_schema.schema_privileges WHERE table_schema = '%' AND grantee = "
                    + NAME;

    /** {@code 'user'@'host'}, with the host pattern of the account. */
    public String name() throws SQLException {
        return server.firstColumn("SELECT " + NAME).getFirst();
    }

    public String host() throws SQLException {
        return server.firstColumn("SELECT SUBSTRING_INDEX(CURRENT_USER(), '@', -1)")
                .getFirst();
    }

    /** The rights on all databases that it may pass on. */
    public Set<String> grantable() throws SQLException {
        return plain(server.firstColumn(GLOBAL + " AND is_grantable = 'YES'"));
    }

    /** The rights of a role that it lacks; empty, too, where they can't be told from here. */
    public Set<String> lacking(AccountRole role) throws SQLException {
        Set<String> found = plain(server.firstColumn(GLOBAL));
        if (role == AccountRole.DATA) {
            Set<String> onAllNames = plain(server.firstColumn(ON_ALL_NAMES));
            if (onAllNames.isEmpty()) {
                // People may have granted it each database by itself.
                return Set.of();
            }
            found.addAll(onAllNames);
        }
        Set<String> lacking = new HashSet<>(server.dialect().rights(role));
        lacking.removeIf(right -> found.contains(plain(right)));
        return lacking.isEmpty() || hasRole() ? Set.of() : lacking;
    }

    /** The rights of roles aren't listed as those of the account. */
    public boolean hasRole() throws SQLException {
        List<String> role = server.firstColumn("SELECT CURRENT_ROLE()");
        return !role.isEmpty() && !role.getFirst().equals("NONE");
    }

    private static Set<String> plain(List<String> rights) {
        Set<String> all = new HashSet<>();
        rights.forEach(right -> all.add(plain(right)));
        return all;
    }

    /** Some rights are written with underscores here and with blanks there. */
    public static String plain(String right) {
        return right.replace('_', ' ');
    }
}
