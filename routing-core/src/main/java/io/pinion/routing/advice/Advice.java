package io.pinion.routing.advice;

import io.pinion.routing.catalog.Declaration;
import java.util.ArrayList;
import java.util.List;

/**
 * What advice comes to.
 *
 * @param proposal the declarations
 * @param shares of all statements
 * @param tables of the keyspace, in the order of the schema
 * @param transactions of connections that the log tells apart
 * @param worst the shapes that cost most beyond one shard each, the worst first
 * @param lookups columns by which statements ask, and which don't place their table's rows; the most asked first
 * @param shapes how many there are
 * @param unlisted statements that have been counted, but have no shape of their own since there were too many
 * @param notes in sentences
 */
public record Advice(
        Proposal proposal,
        Shares shares,
        List<TableAdvice> tables,
        Transactions transactions,
        List<ShapeAdvice> worst,
        List<AskedColumn> lookups,
        int shapes,
        long unlisted,
        List<String> notes) {
    public Advice {
        tables = List.copyOf(tables);
        worst = List.copyOf(worst);
        lookups = List.copyOf(lookups);
        notes = List.copyOf(notes);
    }

    /** The same with further notes. */
    public Advice withNotes(List<String> further) {
        List<String> all = new ArrayList<>(notes);
        further.stream().filter(note -> !all.contains(note)).forEach(all::add);
        return new Advice(proposal, shares, tables, transactions, worst, lookups, shapes, unlisted, all);
    }

    /**
     * One table.
     *
     * @param statements that name it
     * @param writes those of them that change it
     * @param warnings the planner's own about such a table
     */
    public record TableAdvice(
            String name, Declaration declaration, long statements, long writes, List<String> warnings) {
        public TableAdvice {
            warnings = List.copyOf(warnings);
        }
    }

    /** @param several how many would work on more than one shard */
    public record Transactions(long count, long several) {}

    /**
     * The statements of one shape.
     *
     * @param text with {@code ?} in place of values
     * @param scope the worst that became of one
     * @param reason in the planner's words
     */
    public record ShapeAdvice(String text, long count, long micros, StatementScope scope, String reason) {}

    /** Statements on all shards that ask a table by a column. */
    public record AskedColumn(String table, String column, long statements, long micros) {}
}
