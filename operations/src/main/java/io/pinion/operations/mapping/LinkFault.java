package io.pinion.operations.mapping;

import java.sql.SQLException;
import java.util.Locale;

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
        ONE_WAY,
        /** An object at an end isn't there. */
        DANGLING,
        /** An end is no id, or one of a type or a shard that the topology hasn't. */
        UNDECLARED,
        /** The row is on another shard than its from id says, where no client finds it. */
        MISPLACED;

        String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }
}
