package io.pinion.operations.export.file;

/** What the values of a column are in a file. A server tells each as text, but for {@link Bytes}. */
public sealed interface ValueType {
    /** A whole number of 32 bits with a sign. */
    record Int32() implements ValueType {
        @Override
        public String toString() {
            return "int";
        }
    }

    /** A whole number of 64 bits with a sign. */
    record Int64() implements ValueType {
        @Override
        public String toString() {
            return "bigint";
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

    /** A number of 32 bits, which comes with the digits of one of 64. */
    record Float32() implements ValueType {
        @Override
        public String toString() {
            return "float";
        }
    }

    /** A number of 64 bits. */
    record Float64() implements ValueType {
        @Override
        public String toString() {
            return "double";
        }
    }

    /** A day. */
    record Date() implements ValueType {
        @Override
        public String toString() {
            return "date";
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

    /** Characters, which come in UTF-8. */
    record Text() implements ValueType {
        @Override
        public String toString() {
            return "string";
        }
    }

    /** Bytes. */
    record Bytes() implements ValueType {
        @Override
        public String toString() {
            return "binary";
        }
    }

    /** Whether a value is written with digits alone, as numbers are. */
    default boolean isNumber() {
        return switch (this) {
            case Int32 i -> true;
            case Int64 i -> true;
            case Decimal d -> true;
            case Float32 f -> true;
            case Float64 f -> true;
            case Date d -> false;
            case DateTime d -> false;
            case Text t -> false;
            case Bytes b -> false;
        };
    }
}
