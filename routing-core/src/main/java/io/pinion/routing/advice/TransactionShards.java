package io.pinion.routing.advice;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/**
 * The shards that one transaction works on. Reads of reference tables don't count: any shard has these rows. Neither do
 * new rows that are placed by a number of a sequence, which no log tells; statements behind them that name it do.
 */
final class TransactionShards {
    /** In a longer text nobody looks for {@code LAST_INSERT_ID()}. */
    private static final int LONG = 16 * 1024;

    private final Proposal proposal;
    private final Set<String> databases = new HashSet<>();
    private boolean several;
    private boolean sharded;

    TransactionShards(Proposal proposal) {
        this.proposal = proposal;
    }

    void add(byte[] sql, PlannedStatement planned, StatementFacets facets) {
        boolean counts = !proposal.readsCopies(facets)
                && planned.scope() != StatementScope.NO_SHARD
                && planned.scope() != StatementScope.ELSEWHERE
                && planned.scope() != StatementScope.REFUSED;
        if (counts) {
            sharded = true;
            several = several || planned.several();
            boolean numbered = planned.numbered() && facets.written().stream().anyMatch(proposal::isPlacedByItsNumber);
            if (!numbered && !asksForNumber(sql)) {
                databases.addAll(planned.databases());
            }
        }
    }

    private static boolean asksForNumber(byte[] sql) {
        return sql.length < LONG
                && new String(sql, StandardCharsets.ISO_8859_1)
                        .toLowerCase(Locale.ROOT)
                        .contains("last_insert_id");
    }

    /** Whether it works on a shard at all. */
    boolean sharded() {
        return sharded;
    }

    boolean several() {
        return several || databases.size() > 1;
    }
}
