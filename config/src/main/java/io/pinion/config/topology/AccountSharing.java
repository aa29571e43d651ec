package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.Problems;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * Refuses a document in which users with different rights share an account on the servers: the server couldn't tell them apart,
 * and a scan of their texts is no wall. Belongs to one reading.
 */
final class AccountSharing {
    /** What Pinion asks and does itself. */
    private static final Set<String> PINIONS_OWN = Set.of(Account.MONITOR, Account.OPERATOR);

    private final Problems problems;
    private final Map<String, Holder> holders = new HashMap<>();

    private record Holder(String user, GrantSet grants) {}

    AccountSharing(Problems problems) {
        this.problems = problems;
    }

    /** @param account one of the document's that the user names */
    void check(DocumentNode where, String user, String account, GrantSet grants) {
        if (PINIONS_OWN.contains(account)) {
            problems.error(
                    where,
                    "account " + account + " is for what Pinion itself does, and clients' statements never use it",
                    grants.isEverything() ? "write \"data\"" : cure());
            return;
        }
        if (account.equals(Account.DATA)) {
            if (!grants.isEverything()) {
                problems.error(
                        where,
                        "account data has every right on the servers, and this user has fewer (" + grants.words() + ")",
                        cure());
            }
            return;
        }
        Holder other = holders.putIfAbsent(account, new Holder(user, grants));
        if (other != null && !other.grants().equals(grants)) {
            problems.error(
                    where,
                    "user " + user + " (" + grants.words() + ") has other rights than user " + other.user() + " ("
                            + other.grants().words() + ") and the same account",
                    cure());
        }
    }

    private static String cure() {
        return "leave \"account\" out, and Pinion makes one with exactly the user's rights";
    }
}
