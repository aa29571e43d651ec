package io.pinion.routing.merge;

/** The way to make one column of a group from the cells of the shards, each computed over the shard's own rows. */
public sealed interface Aggregate {
    /** The column, counted from 0, that is computed. */
    int column();

    /** The user's name for the column, for the plan's text. */
    String name();

    /** The operation in a word, and the name. */
    String text();

    /** COUNT: integers are added. */
    record Count(String name, int column) implements Aggregate {
        @Override
        public String text() {
            return "add " + name;
        }
    }

    /**
     * SUM: DECIMALs are added exactly; DOUBLEs too, then rounded once, so that the sum doesn't depend on the order in
     * which shards answer. NULL when no shard had a value.
     *
     * @param exactColumn the column with the same DECIMAL in all digits that a server adds but doesn't show; the column
     *     itself when it has all of them
     */
    record Sum(String name, int column, int exactColumn) implements Aggregate {
        @Override
        public String text() {
            return "add " + name;
        }
    }

    /**
     * MIN and MAX: the cell of the row whose key is the least or the greatest, NULLs ignored; of equal ones the first.
     * The key may be another column; its cell follows.
     */
    record Extreme(String name, int column, Key key, boolean greatest) implements Aggregate {
        @Override
        public String text() {
            return (greatest ? "greatest " : "least ") + name;
        }
    }

    /**
     * AVG: the sum divided by the count, rounded as MySQL does to the decimals of the column itself; NULL when the
     * count is 0. In the other columns, which may be hidden, the shards send SUM and COUNT of the same expression; they
     * need no aggregate of their own.
     *
     * @param exactColumn the sum with the digits that a server adds but doesn't show, as that of {@link Sum}
     */
    record Average(String name, int column, int sumColumn, int exactColumn, int countColumn) implements Aggregate {
        @Override
        public String text() {
            return "average " + name;
        }
    }

    /** BIT_AND, BIT_OR and BIT_XOR of unsigned 64-bit integers, and on MySQL of binary strings of one length. */
    record Bits(String name, int column, BitOperation operation) implements Aggregate {
        @Override
        public String text() {
            return switch (operation) {
                        case AND -> "bit and ";
                        case OR -> "bit or ";
                        case XOR -> "bit xor ";
                    }
                    + name;
        }
    }

    enum BitOperation {
        AND,
        OR,
        XOR;

        long apply(long a, long b) {
            return switch (this) {
                case AND -> a & b;
                case OR -> a | b;
                case XOR -> a ^ b;
            };
        }
    }
}
