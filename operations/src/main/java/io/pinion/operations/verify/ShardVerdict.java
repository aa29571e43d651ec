package io.pinion.operations.verify;

/**
 * How a shard on the standby, and where it was before, stands to the same on the primary.
 *
 * @param tables that were compared, to the first difference of each
 * @param rows of the primary that were compared
 * @param detail what differs, or why it wasn't verified; empty when all is equal
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

    static ShardVerdict notVerified(ShardCopy shard, String why) {
        return new ShardVerdict(
                shard.keyspace(), shard.shard(), shard.database(), shard.pair(), 0, 0, Outcome.NOT_VERIFIED, why);
    }

    /** The same, with something that was found elsewhere. */
    ShardVerdict differingIn(String more) {
        return with(Outcome.DIFFERS, more);
    }

    /** The same, when something else couldn't be compared. */
    ShardVerdict notVerifiedIn(String more) {
        return with(outcome == Outcome.DIFFERS ? outcome : Outcome.NOT_VERIFIED, more);
    }

    private ShardVerdict with(Outcome changed, String more) {
        return new ShardVerdict(
                keyspace, shard, database, pair, tables, rows, changed, detail.isEmpty() ? more : detail + "; " + more);
    }
}
