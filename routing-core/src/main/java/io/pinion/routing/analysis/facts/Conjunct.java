package io.pinion.routing.analysis.facts;

import java.util.Set;

/**
 * A condition that every row that the block uses fulfils as a whole, as it stands in the text.
 *
 * @param block the block whose WHERE or ON it is part of
 * @param binds as in {@link Restriction}
 */
public record Conjunct(int block, Span span, Set<Integer> binds) {
    public Conjunct {
        binds = Set.copyOf(binds);
    }
}
