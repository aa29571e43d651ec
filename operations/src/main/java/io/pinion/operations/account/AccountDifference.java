package io.pinion.operations.account;

import java.util.List;

/**
 * A managed account that isn't as it should be on a server.
 *
 * @param account its name in the topology, or on the server when the topology has none for it
 * @param words the difference, for people
 * @param broader whether its users may do more there than any of the rights that Pinion grants on databases
 * @param statements that end the difference, in order
 */
public record AccountDifference(String account, String words, boolean broader, List<String> statements) {
    public AccountDifference {
        statements = List.copyOf(statements);
    }
}
