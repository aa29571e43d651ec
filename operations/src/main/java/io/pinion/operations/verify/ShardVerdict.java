package io.pinion.operations.verify;

/**
 * The result of comparing a shard's copies, on the standby and where it was before, with the primary's.
 *
 * @param tables the number of compared tables, each up to its first difference
 * @param rows the number of compared rows of the primary
 * @param detail the differences, or why the shard wasn't verified; empty when all is equal
 */
public record ShardVerdict(
        String keyspace,
        int shard,
        String database,
        String pair,
        int tables,
        long rows,
        Outcome outcome,
        String detail) {
    public enum Outcome {
        EQUAL("equal"),
        DIFFERS("differs"),
        NOT_VERIFIED("not verified");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** The same with a difference that was found in another copy. */
    ShardVerdict differingIn(String more) {
        return with(Outcome.DIFFERS, more);
    }

    /** The same with another copy that couldn't be compared. */
    ShardVerdict notVerifiedIn(String more) {
        return with(outcome == Outcome.DIFFERS ? outcome : Outcome.NOT_VERIFIED, more);
    }

    private ShardVerdict with(Outcome changed, String more) {
        return new ShardVerdict(
                keyspace, shard, database, pair, tables, rows, changed, detail.isEmpty() ? more : detail + "; " + more);
    }
}
