package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.Problems;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Refuses a document in which users with different rights share an account on the servers: the server couldn't tell
 * them apart, and Pinion's scan of their statements is no security boundary. Belongs to one reading.
 */
final class AccountSharing {
    /** The accounts of Pinion's own statements. */
    private static final Set<String> PINIONS_OWN = Set.of(Account.MONITOR, Account.OPERATOR);

    private final Problems problems;
    private final Map<String, Holder> holders = new HashMap<>();

    /** @param account as the document names it */
    private record Holder(String user, String account, GrantSet grants) {}

    AccountSharing(Problems problems) {
        this.problems = problems;
    }

    /**
     * Compares the users on the servers: a server doesn't know the names that a document gives to accounts.
     *
     * @param account the document's account that the user names
     * @param accounts all accounts of the document that could be read, by name
     */
    void check(DocumentNode where, String user, String account, GrantSet grants, Map<String, Account> accounts) {
        Optional<Account> named = Optional.ofNullable(accounts.get(account));
        String serverUser = named.map(Account::user).orElse("");
        Optional<String> own = PINIONS_OWN.stream()
                .filter(name -> name.equals(account) || isOf(name, serverUser, accounts))
                .findFirst();
        if (own.isPresent()) {
            problems.error(
                    where,
                    "account " + same(account, own.get())
                            + " is for what Pinion itself does, and clients' statements never use it",
                    grants.isEverything() ? "write \"data\"" : cure());
            return;
        }
        if (account.equals(Account.DATA) || isOf(Account.DATA, serverUser, accounts)) {
            if (!grants.isEverything()) {
                problems.error(
                        where,
                        "account " + same(account, Account.DATA)
                                + " has every right on the servers, and this user has fewer (" + grants.words() + ")",
                        cure());
            }
            return;
        }
        Account data = accounts.get(Account.DATA);
        if (data != null && ManagedAccounts.isMade(serverUser, data)) {
            problems.error(
                    where,
                    "account " + account + " is '" + serverUser
                            + "' on the servers, and Pinion makes accounts of such names for the rights of others",
                    cure());
            return;
        }
        String key = serverUser.isEmpty() ? account : "user " + serverUser;
        Holder other = holders.putIfAbsent(key, new Holder(user, account, grants));
        if (other != null && !other.grants().equals(grants)) {
            String shared = other.account().equals(account)
                    ? "the same account"
                    : "an account that is '" + serverUser + "' on the servers too, as is " + other.account();
            problems.error(
                    where,
                    "user " + user + " (" + grants.words() + ") has other rights than user " + other.user() + " ("
                            + other.grants().words() + ") and " + shared,
                    cure());
        }
    }

    private static boolean isOf(String name, String serverUser, Map<String, Account> accounts) {
        Account account = accounts.get(name);
        return account != null && !serverUser.isEmpty() && account.user().equals(serverUser);
    }

    private static String same(String account, String own) {
        return account.equals(own) ? own : account + " is the same user on the servers as " + own + ", which";
    }

    private static String cure() {
        return "leave \"account\" out, and Pinion makes one with exactly the user's rights";
    }
}
