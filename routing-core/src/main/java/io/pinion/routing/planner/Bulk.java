package io.pinion.routing.planner;

import static io.pinion.routing.template.UnplannableException.unsupported;

import io.pinion.routing.analysis.facts.QueryBlock;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.plan.Refusals;
import io.pinion.routing.template.UnplannableException;
import io.pinion.routing.text.Tokens;

/**
 * Limits on statements for shards. Planning compares a statement's tables, columns and conditions with each other, so
 * its time grows faster than the text, while other sessions of the event loop wait.
 */
final class Bulk {
    static final int MOST_QUERIES = 1_000;

    /** Both products have this limit (MySQL manual, "Limits on Joins"; MariaDB says the same words). */
    static final int MOST_TABLES_OF_A_JOIN = 61;

    private Bulk() {}

    /** Refuses a statement that is too large, before parsing it. */
    static void refuse(Tokens tokens) {
        int queries = 0;
        long joins = 0;
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isWord(token, "SELECT")) {
                queries++;
            } else if (tokens.isOneOf(token, "JOIN", "STRAIGHT_JOIN")) {
                joins++;
            }
        }
        // An UPDATE or DELETE joins tables, too.
        if (joins > (long) MOST_TABLES_OF_A_JOIN * (queries + 1)) {
            throw new UnplannableException(Refusals.tooManyTables(MOST_TABLES_OF_A_JOIN));
        }
        if (queries > MOST_QUERIES) {
            throw unsupported("this statement holds " + queries + " SELECTs, and Pinion plans at most " + MOST_QUERIES
                    + " at a time: send it in parts");
        }
    }

    static void refuse(StatementFacts facts) {
        for (QueryBlock block : facts.blocks()) {
            if (block.tables().size() > MOST_TABLES_OF_A_JOIN) {
                throw new UnplannableException(Refusals.tooManyTables(MOST_TABLES_OF_A_JOIN));
            }
        }
    }
}
