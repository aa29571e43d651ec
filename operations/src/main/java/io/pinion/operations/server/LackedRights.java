package io.pinion.operations.server;

import io.pinion.config.topology.Account;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rights of its role that one of Pinion's accounts lacks on a server.
 *
 * @param name {@code 'user'@'host'}
 */
public record LackedRights(Account account, AccountRole role, String name, Set<String> rights) {
    public LackedRights {
        rights = Set.copyOf(rights);
    }

    /** @param server its name in messages */
    public String problem(String server) {
        return "account " + account.name() + " (" + account.user() + ") lacks rights on " + server + ": " + words();
    }

    /** The statement that gives it all of them. */
    public String grant() {
        String on = role == AccountRole.DATA ? "`%`.*" : "*.*";
        return "GRANT " + words() + " ON " + on + " TO " + name
                + (role == AccountRole.OPERATOR ? " WITH GRANT OPTION" : "");
    }

    private String words() {
        return String.join(", ", new TreeSet<>(rights));
    }
}
