package io.pinion.routing.merge;

/**
 * The kind of numbers in a column, by its definition: needed to compute with them, and to print the result as the
 * server would.
 *
 * @param decimals digits after the point; {@link #NOT_FIXED} when each value has as many as it needs
 */
public record CellType(Family family, int decimals) {
    /** The decimals of a DOUBLE or FLOAT that was declared without any, as column definitions give it. */
    public static final int NOT_FIXED = 31;

    private static final int DECIMAL_BEFORE_5_0 = 0;
    private static final int TINY = 1;
    private static final int SHORT = 2;
    private static final int LONG = 3;
    private static final int FLOAT = 4;
    private static final int DOUBLE = 5;
    private static final int LONGLONG = 8;
    private static final int INT24 = 9;
    private static final int YEAR = 13;
    private static final int NEWDECIMAL = 246;

    public enum Family {
        INTEGER,
        DECIMAL,
        DOUBLE,
        FLOAT,
        /** Text, dates and other types without arithmetic. */
        OTHER
    }

    /**
     * Reads a column definition.
     *
     * @param fieldType the protocol's number of the type, 0 to 255
     * @param decimals as it is in the definition: up to 38 of a DECIMAL of MariaDB; of other numbers NOT_FIXED_DEC is
     *     31, and 39 in MariaDB
     */
    public static CellType ofWire(int fieldType, int decimals) {
        Family family =
                switch (fieldType) {
                    case TINY, SHORT, LONG, LONGLONG, INT24, YEAR -> Family.INTEGER;
                    case DECIMAL_BEFORE_5_0, NEWDECIMAL -> Family.DECIMAL;
                    case DOUBLE -> Family.DOUBLE;
                    case FLOAT -> Family.FLOAT;
                    default -> Family.OTHER;
                };
        return new CellType(family, family == Family.DECIMAL ? decimals : Math.min(decimals, NOT_FIXED));
    }
}
