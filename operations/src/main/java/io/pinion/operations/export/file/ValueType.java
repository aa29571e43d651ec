package io.pinion.operations.export.file;

/** What the values of a column are in a file. A server tells each as text, but for {@link Plain#BYTES}. */
public sealed interface ValueType {
    /** Types that need no more to be known. */
    enum Plain implements ValueType {
        /** A whole number of 32 bits with a sign. */
        INT32("int"),
        /** A whole number of 64 bits with a sign. */
        INT64("bigint"),
        /** A number of 32 bits, which comes with the digits of one of 64. */
        FLOAT32("float"),
        /** A number of 64 bits. */
        FLOAT64("double"),
        /** A day. */
        DATE("date"),
        /** Characters, which come in UTF-8. */
        TEXT("string"),
        BYTES("binary");

        private final String word;

        Plain(String word) {
            this.word = word;
        }

        @Override
        public String toString() {
            return word;
        }
    }

    /**
     * A number with {@code scale} digits behind the point, all of which the server writes.
     *
     * @param precision the number of its digits, at most {@link #MOST_DIGITS}
     */
    record Decimal(int precision, int scale) implements ValueType {
        /** As many as DuckDB, Spark and Trino have. */
        public static final int MOST_DIGITS = 38;

        @Override
        public String toString() {
            return "decimal(" + precision + "," + scale + ")";
        }
    }

    /**
     * A day and a time of it.
     *
     * @param instant whether it is a point in time, which comes in UTC, and not what a clock somewhere shows
     */
    record DateTime(boolean instant) implements ValueType {
        @Override
        public String toString() {
            return instant ? "timestamp" : "datetime";
        }
    }

    /** Whether a value is written with digits alone, as numbers are. */
    default boolean isNumber() {
        return switch (this) {
            case Plain.INT32, Plain.INT64, Plain.FLOAT32, Plain.FLOAT64 -> true;
            case Plain.DATE, Plain.TEXT, Plain.BYTES -> false;
            case Decimal d -> true;
            case DateTime d -> false;
        };
    }
}
