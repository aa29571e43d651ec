package io.pinion.operations.account;

import java.util.List;

/**
 * An account that isn't as it should be on a server.
 *
 * @param account its name in the topology, or on the server when the topology has none for it
 * @param words what is the matter, for people
 * @param broader whether its users may do there what they should not
 * @param statements that end it, in order
 */
public record AccountDifference(String account, String words, boolean broader, List<String> statements) {
    public AccountDifference {
        statements = List.copyOf(statements);
    }
}
