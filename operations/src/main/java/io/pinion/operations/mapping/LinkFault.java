package io.pinion.operations.mapping;

import java.sql.SQLException;

/**
 * A link that isn't as it should be.
 *
 * @param shard that has its row
 * @param reason for people
 */
record LinkFault(int shard, MappingLink link, Kind kind, String reason) {
    /** The same, for people who wonder why it is still there. */
    LinkFault notRepaired(SQLException refused) {
        return new LinkFault(shard, link, kind, reason + "; not repaired: " + refused.getMessage());
    }

    /** What is wrong. */
    enum Kind {
        /** The opposite mapping hasn't the link. */
        ONE_WAY("one-way"),
        /** An object at an end isn't there. */
        DANGLING("dangling"),
        /** An end is no id, or one of a type or a shard that the topology hasn't. */
        UNDECLARED("undeclared"),
        /** The row is on another shard than its from id says, where no client finds it. */
        MISPLACED("misplaced");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        String word() {
            return word;
        }
    }
}
