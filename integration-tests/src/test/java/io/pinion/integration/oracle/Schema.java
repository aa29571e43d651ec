package io.pinion.integration.oracle;

import io.pinion.integration.oracle.OracleColumn.Kind;
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

    /** Ids that name nothing: of no table's type, negative, too large, no integer, and on a shard that isn't open. */
    static final List<String> NAMELESS = List.of(
            "0",
            "7",
            "-7",
            "1.5",
            Long.toString(1L << 62),
            Long.toString(id(1, 77, 1)),
            Long.toString(id(SHARDS + 900, THINGS, 1)));

    private Schema() {}

    /** The id of a row, as Pinion composes it. */
    static long id(int shard, int type, long local) {
        return GlobalId.compose(new ShardId(shard), type, local).value();
    }

    /** Those that are always there, in this order. */
    static List<OracleTable> tables(boolean mySql) {
        return List.of(things(), notes(mySql), thingHasNotes(), kinds(), visits(), visitLog(), meters(), readings());
    }

    private static OracleTable things() {
        return new OracleTable(
                IDS,
                "things",
                OracleTable.Kind.OBJECT,
                List.of("id"),
                List.of(
                        new OracleColumn("id", "BIGINT", Kind.ID, ids(THINGS)),
                        new OracleColumn(
                                "n", "INT", Kind.WHOLE, List.of("-5", "0", "1", "2", "3", "7", "10", "2147483647")),
                        new OracleColumn("tiny", "TINYINT", Kind.WHOLE, List.of("-128", "-1", "0", "1", "127")),
                        new OracleColumn("small", "SMALLINT UNSIGNED", Kind.WHOLE, List.of("0", "9", "10", "65535")),
                        new OracleColumn(
                                "medium",
                                "MEDIUMINT NOT NULL DEFAULT 0",
                                Kind.WHOLE,
                                List.of("-8388608", "0", "5", "8388607")),
                        new OracleColumn(
                                "big",
                                "BIGINT",
                                Kind.WHOLE,
                                List.of("-9223372036854775808", "-1", "0", "9007199254740993")),
                        new OracleColumn(
                                "ubig", "BIGINT UNSIGNED", Kind.WHOLE, List.of("0", "1", "18446744073709551615")),
                        new OracleColumn(
                                "price",
                                "DECIMAL(10,2)",
                                Kind.DECIMAL,
                                List.of("-1.50", "0.00", "0.05", "1.49", "9.99", "99999999.99")),
                        new OracleColumn(
                                "fine",
                                "DECIMAL(20,5)",
                                Kind.DECIMAL,
                                List.of("0.00001", "1.00001", "2.00001", "-3.33333")),
                        new OracleColumn(
                                "wide",
                                "DECIMAL(40,9)",
                                Kind.DECIMAL,
                                List.of("0.000000001", "1234567890123456789012345678901.5", "-7")),
                        new OracleColumn(
                                "ratio",
                                "DOUBLE",
                                Kind.DOUBLE,
                                List.of("0", "0.1", "0.30000000000000004", "1e15", "123456.789", "1e-16")),
                        new OracleColumn(
                                "weight", "FLOAT", Kind.FLOAT, List.of("0.1", "0.5", "16777216", "16777218", "3.25")),
                        new OracleColumn("born", "DATE", Kind.TIME, List.of("1999-12-31", "2000-01-01", "2026-11-20")),
                        new OracleColumn(
                                "seen",
                                "DATETIME(3)",
                                Kind.TIME,
                                List.of(
                                        "2026-11-20 10:00:00.000",
                                        "2026-11-20 10:00:00.123",
                                        "1970-01-01 00:00:00.001")),
                        new OracleColumn(
                                "ts",
                                "TIMESTAMP(6) NULL",
                                Kind.TIME,
                                List.of("2026-11-20 10:00:00.000001", "2001-09-09 01:46:40.5")),
                        new OracleColumn(
                                "took",
                                "TIME(2)",
                                Kind.TIME,
                                List.of("-838:59:59.00", "-00:00:00.50", "00:00:00.00", "09:59:59.99", "100:00:00.00")),
                        new OracleColumn("made", "YEAR", Kind.WHOLE, List.of("1970", "1999", "2026"))));
    }

    private static OracleTable notes(boolean mySql) {
        String newest = mySql ? "utf8mb4_0900_ai_ci" : "utf8mb4_uca1400_ai_ci";
        String unpadded = mySql ? "utf8mb4_0900_ai_ci" : "utf8mb4_unicode_520_nopad_ci";
        return new OracleTable(
                IDS,
                "notes",
                OracleTable.Kind.OBJECT,
                List.of("id"),
                List.of(
                        new OracleColumn("id", "BIGINT UNSIGNED", Kind.ID, ids(NOTES)),
                        new OracleColumn("thing_id", "BIGINT", Kind.ID, ids(THINGS)),
                        text("g", "VARCHAR(24) COLLATE utf8mb4_general_ci", Kind.LOOSE_TEXT, true),
                        text("u", "VARCHAR(24) COLLATE utf8mb4_unicode_ci", Kind.LOOSE_TEXT, true),
                        // Pads: "a" equals "a ".
                        text("b", "VARCHAR(24) COLLATE utf8mb4_bin", Kind.LOOSE_TEXT, true),
                        text("l", "VARCHAR(24) CHARACTER SET latin1 COLLATE latin1_swedish_ci", Kind.LOOSE_TEXT, false),
                        text("m", "VARCHAR(24) COLLATE " + newest, Kind.LOOSE_TEXT, true),
                        text("c", "CHAR(10) COLLATE " + unpadded, Kind.LOOSE_TEXT, true),
                        text("t", "TEXT COLLATE utf8mb4_general_ci", Kind.LOOSE_TEXT, true),
                        text("o", "BLOB", Kind.BINARY, true),
                        new OracleColumn("p", "BINARY(4)", Kind.BINARY, List.of("", "a", "ab", "abcd")),
                        new OracleColumn("f", "BIT(10)", Kind.BITS, List.of("a", "0", "b")),
                        new OracleColumn(
                                "e",
                                "ENUM('small','medium','large','a')",
                                Kind.CHOICE,
                                List.of("small", "medium", "large", "a")),
                        new OracleColumn("s", "SET('x','y','z')", Kind.CHOICE, List.of("", "x", "y,z", "x,y,z")),
                        new OracleColumn("j", "JSON", Kind.JSON, List.of("{\"a\": 1}", "[1, 2]", "\"x\"")),
                        new OracleColumn("k", "INT", Kind.WHOLE, List.of("1", "2", "3", "4"))));
    }

    private static OracleColumn text(String name, String type, Kind kind, boolean unicode) {
        return new OracleColumn(
                name,
                type,
                kind,
                unicode
                        ? java.util.stream.Stream.concat(TEXTS.stream(), EMOJI.stream())
                                .toList()
                        : TEXTS);
    }

    private static OracleTable thingHasNotes() {
        return new OracleTable(
                IDS,
                "thing_has_notes",
                OracleTable.Kind.MAPPING,
                List.of("thing_id", "note_id"),
                List.of(
                        new OracleColumn("thing_id", "BIGINT", Kind.ID, ids(THINGS)),
                        new OracleColumn("note_id", "BIGINT", Kind.ID, ids(NOTES)),
                        new OracleColumn("sequence", "INT", Kind.WHOLE, List.of("1", "2", "3", "5", "8", "13")),
                        new OracleColumn("label", "VARCHAR(20) COLLATE utf8mb4_general_ci", Kind.LOOSE_TEXT, TEXTS)));
    }

    private static OracleTable kinds() {
        return new OracleTable(
                IDS,
                "kinds",
                OracleTable.Kind.REFERENCE,
                List.of("code"),
                List.of(
                        new OracleColumn("code", "INT", Kind.WHOLE, List.of("1", "2", "3", "4", "5")),
                        new OracleColumn(
                                "title",
                                "VARCHAR(20) COLLATE utf8mb4_general_ci",
                                Kind.LOOSE_TEXT,
                                List.of("one", "two", "Two", "five")),
                        new OracleColumn("points", "SMALLINT", Kind.WHOLE, List.of("-7", "0", "3", "300"))));
    }

    private static OracleTable visits() {
        return new OracleTable(
                KEYS,
                "visits",
                OracleTable.Kind.HASHED,
                List.of("ip"),
                List.of(
                        address(),
                        new OracleColumn("hits", "INT", Kind.WHOLE, List.of("1", "2", "3", "100")),
                        new OracleColumn("cost", "DECIMAL(8,3)", Kind.DECIMAL, List.of("0.001", "1.000", "2.500")),
                        new OracleColumn("name", "VARCHAR(20) COLLATE utf8mb4_unicode_ci", Kind.LOOSE_TEXT, TEXTS)));
    }

    private static OracleTable visitLog() {
        return new OracleTable(
                KEYS,
                "visit_log",
                OracleTable.Kind.HASHED,
                List.of("ip", "n"),
                List.of(
                        address(),
                        new OracleColumn("n", "INT", Kind.WHOLE, List.of("1", "2", "3", "4", "5")),
                        new OracleColumn(
                                "at", "DATETIME", Kind.TIME, List.of("2026-11-20 10:00:00", "2026-11-21 11:00:00")),
                        new OracleColumn("size", "BIGINT", Kind.WHOLE, List.of("0", "10", "4096"))));
    }

    /** Keys that are integers, beside which servers compare text as numbers. */
    private static OracleTable meters() {
        return new OracleTable(
                KEYS,
                "meters",
                OracleTable.Kind.HASHED,
                List.of("num"),
                List.of(
                        number("INT NOT NULL"),
                        new OracleColumn("ip", "VARCHAR(40) COLLATE utf8mb4_bin", Kind.EXACT_TEXT, ADDRESSES),
                        new OracleColumn("hits", "INT", Kind.WHOLE, List.of("1", "2", "3", "100")),
                        new OracleColumn("rate", "DECIMAL(9,4)", Kind.DECIMAL, List.of("-0.3333", "0.0001", "7.0000")),
                        new OracleColumn("name", "VARCHAR(20) COLLATE utf8mb4_unicode_ci", Kind.LOOSE_TEXT, TEXTS)));
    }

    private static OracleTable readings() {
        return new OracleTable(
                KEYS,
                "readings",
                OracleTable.Kind.HASHED,
                List.of("num", "n"),
                List.of(
                        number("BIGINT UNSIGNED NOT NULL"),
                        new OracleColumn("n", "INT", Kind.WHOLE, List.of("1", "2", "3", "4", "5")),
                        new OracleColumn("level", "DOUBLE", Kind.DOUBLE, List.of("-1.5", "0", "0.1", "1e10"))));
    }

    private static OracleColumn number(String type) {
        return new OracleColumn(
                "num",
                type,
                Kind.WHOLE,
                IntStream.range(0, 150).mapToObj(Integer::toString).toList());
    }

    private static OracleColumn address() {
        return new OracleColumn("ip", "VARCHAR(40) COLLATE utf8mb4_bin NOT NULL", Kind.EXACT_TEXT, ADDRESSES);
    }

    private static List<String> ids(int type) {
        return LongStream.range(0, 300)
                .mapToObj(i -> Long.toString(id((int) (i * 7 % SHARDS), type, 1 + i / 3)))
                .distinct()
                .toList();
    }
}
