package io.pinion.routing.analysis.facts;

import java.util.Set;

/**
 * A condition that every row fulfils that the block uses.
 *
 * @param block the block whose WHERE or ON states it
 * @param binds the tables whose rows it restricts: all of the block's, but behind ON of an outer join only those that
 *     may be filled up with NULLs
 */
public record Restriction(int block, Condition condition, Set<Integer> binds) {
    public Restriction {
        binds = Set.copyOf(binds);
    }
}
