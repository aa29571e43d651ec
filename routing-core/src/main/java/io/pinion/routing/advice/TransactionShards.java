package io.pinion.routing.advice;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The shards that one transaction works on. Reads of reference tables don't count: any shard has these rows.
 *
 * <p>A log doesn't tell the number that a new row has got, but the statements behind its INSERT name it: the first one with
 * a shard of its own, of a table that is placed by such numbers, tells the new row's shard.
 */
final class TransactionShards {
    /** In a longer text nobody looks for {@code LAST_INSERT_ID()}. */
    private static final int LONG = 16 * 1024;

    private final Proposal proposal;
    private final Set<String> databases = new HashSet<>();

    /** The tables of new rows whose shards no statement has told yet, and all tables with new rows. */
    private final List<String> untold = new ArrayList<>();

    private final Set<String> counted = new HashSet<>();
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
            if (!several) {
                onOne(sql, planned, facets);
            }
        }
    }

    private void onOne(byte[] sql, PlannedStatement planned, StatementFacets facets) {
        if (planned.numbered() && facets.written().stream().anyMatch(proposal::isPlacedByItsNumber)) {
            untold.addAll(facets.written());
            counted.addAll(facets.written());
        } else if (!isOfNewRow(sql, facets) && databases.addAll(planned.databases())) {
            untold.stream()
                    .filter(parent -> isPlacedBy(facets, parent))
                    .findFirst()
                    .ifPresent(untold::remove);
        }
    }

    /** Whether it is where the new row is, by the number that {@code LAST_INSERT_ID()} gives. */
    private boolean isOfNewRow(byte[] sql, StatementFacets facets) {
        return sql.length < LONG
                && counted.stream().anyMatch(parent -> isPlacedBy(facets, parent))
                && new String(sql, StandardCharsets.ISO_8859_1)
                        .toLowerCase(Locale.ROOT)
                        .contains("last_insert_id");
    }

    private boolean isPlacedBy(StatementFacets facets, String parent) {
        return facets.tables().stream().anyMatch(table -> proposal.isPlacedBy(table, parent));
    }

    /** Whether it works on a shard at all. */
    boolean sharded() {
        return sharded;
    }

    boolean several() {
        return several || databases.size() + untold.size() > 1;
    }
}
