package io.pinion.server.pairs;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.Failures;
import io.pinion.server.observe.ServerContacts;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** What people have to do about accounts of Pinion's that servers don't let in. */
record AccountRefusals(ServerContacts contacts, Supplier<Topology> topology) {
    /** One line for each account that the server refuses. */
    List<String> problems(String server) {
        return contacts.refusedAccounts(server).entrySet().stream()
                .map(one -> problem(server, one.getKey(), one.getValue()))
                .flatMap(Optional::stream)
                .toList();
    }

    /** Empty for an account that the topology doesn't name any more. */
    private Optional<String> problem(String server, String name, int errorCode) {
        return topology.get()
                .account(name)
                .map(account -> "server " + server + " refuses the account " + name + " (" + account.user()
                        + ") with error " + errorCode + ": its password there isn't the one in " + place(account)
                        + ", or it isn't there, or is locked, or " + Failures.OTHER_ACCOUNT_FIRST + ": " + cure(account)
                        + ", or make the account on the server as CHECK SERVERS says");
    }

    private static String place(Account account) {
        String[] parts = account.secret().split(":", 2);
        return (parts[0].equals("env") ? "the environment variable " : "the file ") + parts[1];
    }

    private static String cure(Account account) {
        return account.secret().startsWith("env:")
                ? "start this proxy again with the right one"
                : "write the right one there, which is read anew for each login";
    }
}
