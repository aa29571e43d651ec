package io.pinion.integration.oracle;

import java.util.List;

/**
 * A column of a table, with the values that it gets.
 *
 * @param type as in CREATE TABLE
 * @param values as text, which any column takes
 */
record OracleColumn(String name, String type, Kind kind, List<String> values) {
    /** What can be done with a column. */
    enum Kind {
        /** Whole numbers that are added up. */
        WHOLE,
        DECIMAL,
        /** Inexact: sums may differ in the last bits. */
        DOUBLE,
        FLOAT,
        /** Dates and times. */
        TIME,
        /** Text whose collation tells no two texts of {@link #values} equal. */
        EXACT_TEXT,
        /** Text of which any of several equal ones may stand for its group. */
        LOOSE_TEXT,
        BINARY,
        BITS,
        /** ENUM and SET, which are sorted by number. */
        CHOICE,
        /** UUIDs and addresses: of every value there is one text, and what is no value can't be compared. */
        TOKEN,
        JSON,
        /** A global id. */
        ID
    }

    boolean isNumber() {
        return kind == Kind.WHOLE || kind == Kind.DECIMAL || kind == Kind.DOUBLE;
    }

    /** Shown with zeros in front, which servers keep or not, as their plan goes, of what is computed. */
    boolean isZerofilled() {
        return type.contains("ZEROFILL");
    }

    boolean isText() {
        return kind == Kind.EXACT_TEXT || kind == Kind.LOOSE_TEXT;
    }

    /** As a primary key names it: of what has no length, a part that is longer than any of its values. */
    String indexed() {
        return type.startsWith("TEXT") || type.startsWith("BLOB") ? name + "(40)" : name;
    }

    /** Whether rows may be sorted or grouped by it without doubt. */
    boolean isComparable() {
        return kind != Kind.JSON;
    }
}
