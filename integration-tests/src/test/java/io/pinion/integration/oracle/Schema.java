package io.pinion.integration.oracle;

import io.pinion.integration.oracle.Column.Kind;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.ShardId;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** The tables: objects of two types with columns of nearly every type, a mapping, two hashed tables and a reference table. */
final class Schema {
    static final String IDS = "oracle_ids";
    static final String KEYS = "oracle_keys";
    static final int SHARDS = Integer.getInteger("pinion.oracle.shards", 64);
    static final int THINGS = 1;
    static final int NOTES = 2;

    private static final List<String> TEXTS = List.of(
            "", "a", "A", "a ", "á", "Á", "ab", "a b", "aB", "b", "B ", "ß", "ss", "SS", "s", "straße", "STRASSE", "ä",
            "ae", "ö", "o", "i", "I", "é", "n", "ñ", "x", "X", "10", "9", "0", "\\%_", "it''s", "zz", "Zz");
    private static final List<String> EMOJI = List.of("ı", "e\u0301", "😀", "a😀", "中", "Я", "я");
    private static final List<String> ADDRESSES =
            IntStream.range(0, 150).mapToObj(i -> "10.0." + i % 7 + "." + i).toList();

    private Schema() {}

    /** The id of a row, as Pinion composes it. */
    static long id(int shard, int type, long local) {
        return GlobalId.compose(new ShardId(shard), type, local).value();
    }

    static List<String> addresses() {
        return ADDRESSES;
    }

    /** Those that are always there, in this order. */
    static List<Table> tables(boolean mySql) {
        return List.of(things(), notes(mySql), thingHasNotes(), kinds(), visits(), visitLog(), meters(), readings());
    }

    private static Table things() {
        return new Table(
                IDS,
                "things",
                Table.Kind.OBJECT,
                List.of("id"),
                List.of(
                        new Column("id", "BIGINT", Kind.ID, ids(THINGS)),
                        new Column("n", "INT", Kind.WHOLE, List.of("-5", "0", "1", "2", "3", "7", "10", "2147483647")),
                        new Column("tiny", "TINYINT", Kind.WHOLE, List.of("-128", "-1", "0", "1", "127")),
                        new Column("small", "SMALLINT UNSIGNED", Kind.WHOLE, List.of("0", "9", "10", "65535")),
                        new Column(
                                "medium",
                                "MEDIUMINT NOT NULL DEFAULT 0",
                                Kind.WHOLE,
                                List.of("-8388608", "0", "5", "8388607")),
                        new Column(
                                "big",
                                "BIGINT",
                                Kind.WHOLE,
                                List.of("-9223372036854775808", "-1", "0", "9007199254740993")),
                        new Column("ubig", "BIGINT UNSIGNED", Kind.WHOLE, List.of("0", "1", "18446744073709551615")),
                        new Column(
                                "price",
                                "DECIMAL(10,2)",
                                Kind.DECIMAL,
                                List.of("-1.50", "0.00", "0.05", "1.49", "9.99", "99999999.99")),
                        new Column(
                                "fine",
                                "DECIMAL(20,5)",
                                Kind.DECIMAL,
                                List.of("0.00001", "1.00001", "2.00001", "-3.33333")),
                        new Column(
                                "wide",
                                "DECIMAL(40,9)",
                                Kind.DECIMAL,
                                List.of("0.000000001", "1234567890123456789012345678901.5", "-7")),
                        new Column(
                                "ratio",
                                "DOUBLE",
                                Kind.DOUBLE,
                                List.of("0", "0.1", "0.30000000000000004", "1e15", "123456.789", "1e-16")),
                        new Column(
                                "weight", "FLOAT", Kind.FLOAT, List.of("0.1", "0.5", "16777216", "16777218", "3.25")),
                        new Column("born", "DATE", Kind.TIME, List.of("1999-12-31", "2000-01-01", "2026-11-20")),
                        new Column(
                                "seen",
                                "DATETIME(3)",
                                Kind.TIME,
                                List.of(
                                        "2026-11-20 10:00:00.000",
                                        "2026-11-20 10:00:00.123",
                                        "1970-01-01 00:00:00.001")),
                        new Column(
                                "ts",
                                "TIMESTAMP(6) NULL",
                                Kind.TIME,
                                List.of("2026-11-20 10:00:00.000001", "2001-09-09 01:46:40.5")),
                        new Column(
                                "took",
                                "TIME(2)",
                                Kind.TIME,
                                List.of("-838:59:59.00", "-00:00:00.50", "00:00:00.00", "09:59:59.99", "100:00:00.00")),
                        new Column("made", "YEAR", Kind.WHOLE, List.of("1970", "1999", "2026"))));
    }

    private static Table notes(boolean mySql) {
        String newest = mySql ? "utf8mb4_0900_ai_ci" : "utf8mb4_uca1400_ai_ci";
        return new Table(
                IDS,
                "notes",
                Table.Kind.OBJECT,
                List.of("id"),
                List.of(
                        new Column("id", "BIGINT", Kind.ID, ids(NOTES)),
                        new Column("thing_id", "BIGINT", Kind.ID, ids(THINGS)),
                        text("g", "VARCHAR(24) COLLATE utf8mb4_general_ci", Kind.LOOSE_TEXT, true),
                        text("u", "VARCHAR(24) COLLATE utf8mb4_unicode_ci", Kind.LOOSE_TEXT, true),
                        // Pads: "a" equals "a ".
                        text("b", "VARCHAR(24) COLLATE utf8mb4_bin", Kind.LOOSE_TEXT, true),
                        text("l", "VARCHAR(24) CHARACTER SET latin1 COLLATE latin1_swedish_ci", Kind.LOOSE_TEXT, false),
                        text("m", "VARCHAR(24) COLLATE " + newest, Kind.LOOSE_TEXT, true),
                        text("c", "CHAR(10) COLLATE utf8mb4_general_ci", Kind.LOOSE_TEXT, true),
                        text("t", "TEXT COLLATE utf8mb4_general_ci", Kind.LOOSE_TEXT, true),
                        text("o", "BLOB", Kind.BINARY, true),
                        new Column("p", "BINARY(4)", Kind.BINARY, List.of("", "a", "ab", "abcd")),
                        new Column("f", "BIT(10)", Kind.BITS, List.of("a", "0", "b")),
                        new Column(
                                "e",
                                "ENUM('small','medium','large','a')",
                                Kind.CHOICE,
                                List.of("small", "medium", "large", "a")),
                        new Column("s", "SET('x','y','z')", Kind.CHOICE, List.of("", "x", "y,z", "x,y,z")),
                        new Column("j", "JSON", Kind.JSON, List.of("{\"a\": 1}", "[1, 2]", "\"x\"")),
                        new Column("k", "INT", Kind.WHOLE, List.of("1", "2", "3", "4"))));
    }

    private static Column text(String name, String type, Kind kind, boolean unicode) {
        return new Column(
                name,
                type,
                kind,
                unicode
                        ? java.util.stream.Stream.concat(TEXTS.stream(), EMOJI.stream())
                                .toList()
                        : TEXTS);
    }

    private static Table thingHasNotes() {
        return new Table(
                IDS,
                "thing_has_notes",
                Table.Kind.MAPPING,
                List.of("thing_id", "note_id"),
                List.of(
                        new Column("thing_id", "BIGINT", Kind.ID, ids(THINGS)),
                        new Column("note_id", "BIGINT", Kind.ID, ids(NOTES)),
                        new Column("sequence", "INT", Kind.WHOLE, List.of("1", "2", "3", "5", "8", "13")),
                        new Column("label", "VARCHAR(20) COLLATE utf8mb4_general_ci", Kind.LOOSE_TEXT, TEXTS)));
    }

    private static Table kinds() {
        return new Table(
                IDS,
                "kinds",
                Table.Kind.REFERENCE,
                List.of("code"),
                List.of(
                        new Column("code", "INT", Kind.WHOLE, List.of("1", "2", "3", "4", "5")),
                        new Column(
                                "title",
                                "VARCHAR(20) COLLATE utf8mb4_general_ci",
                                Kind.LOOSE_TEXT,
                                List.of("one", "two", "Two", "five")),
                        new Column("points", "SMALLINT", Kind.WHOLE, List.of("-7", "0", "3", "300"))));
    }

    private static Table visits() {
        return new Table(
                KEYS,
                "visits",
                Table.Kind.HASHED,
                List.of("ip"),
                List.of(
                        address(),
                        new Column("hits", "INT", Kind.WHOLE, List.of("1", "2", "3", "100")),
                        new Column("cost", "DECIMAL(8,3)", Kind.DECIMAL, List.of("0.001", "1.000", "2.500")),
                        new Column("name", "VARCHAR(20) COLLATE utf8mb4_unicode_ci", Kind.LOOSE_TEXT, TEXTS)));
    }

    private static Table visitLog() {
        return new Table(
                KEYS,
                "visit_log",
                Table.Kind.HASHED,
                List.of("ip", "n"),
                List.of(
                        address(),
                        new Column("n", "INT", Kind.WHOLE, List.of("1", "2", "3", "4", "5")),
                        new Column("at", "DATETIME", Kind.TIME, List.of("2026-11-20 10:00:00", "2026-11-21 11:00:00")),
                        new Column("size", "BIGINT", Kind.WHOLE, List.of("0", "10", "4096"))));
    }

    /** Keys that are integers, beside which servers compare text as numbers. */
    private static Table meters() {
        return new Table(
                KEYS,
                "meters",
                Table.Kind.HASHED,
                List.of("num"),
                List.of(
                        number("INT NOT NULL"),
                        new Column("ip", "VARCHAR(40) COLLATE utf8mb4_bin", Kind.EXACT_TEXT, ADDRESSES),
                        new Column("hits", "INT", Kind.WHOLE, List.of("1", "2", "3", "100")),
                        new Column("rate", "DECIMAL(9,4)", Kind.DECIMAL, List.of("-0.3333", "0.0001", "7.0000")),
                        new Column("name", "VARCHAR(20) COLLATE utf8mb4_unicode_ci", Kind.LOOSE_TEXT, TEXTS)));
    }

    private static Table readings() {
        return new Table(
                KEYS,
                "readings",
                Table.Kind.HASHED,
                List.of("num", "n"),
                List.of(
                        number("BIGINT UNSIGNED NOT NULL"),
                        new Column("n", "INT", Kind.WHOLE, List.of("1", "2", "3", "4", "5")),
                        new Column("level", "DOUBLE", Kind.DOUBLE, List.of("-1.5", "0", "0.1", "1e10"))));
    }

    private static Column number(String type) {
        return new Column(
                "num",
                type,
                Kind.WHOLE,
                IntStream.range(0, 150).mapToObj(Integer::toString).toList());
    }

    private static Column address() {
        return new Column("ip", "VARCHAR(40) COLLATE utf8mb4_bin NOT NULL", Kind.EXACT_TEXT, ADDRESSES);
    }

    private static List<String> ids(int type) {
        return LongStream.range(0, 300)
                .mapToObj(i -> Long.toString(id((int) (i * 7 % SHARDS), type, 1 + i / 3)))
                .distinct()
                .toList();
    }
}
