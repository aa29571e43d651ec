package io.pinion.integration.oracle;

import io.pinion.integration.oracle.OracleColumn.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A table for each kind of column that may be hashed: integers of every width, text that compares in several ways, and bytes.
 * Their other columns have the types that no table of {@link Schema} has.
 */
final class KeyedTables {
    /** Texts that differ in every collation, but some of which a padding one would take for equal. */
    private static final List<String> WORDS = List.of(
            "a",
            "ab",
            "abc",
            "b",
            "ba",
            "x y",
            "zz",
            "7",
            "07",
            "10",
            "-4",
            "0",
            "3.0",
            "straße",
            "é",
            "n",
            "ñandú",
            "it''s",
            "\\%_",
            "10.0.0.1",
            "o",
            "i");

    private static final List<String> UNICODE = List.of("中", "Я", "e\u0301e", "ı");
    private static final List<String> CASES = List.of("A", "AB", "Ab", "É", "N", "");
    private static final List<String> SPACES = List.of("a ", " a", "7 ", " ");

    private final boolean mySql;

    private KeyedTables(boolean mySql) {
        this.mySql = mySql;
    }

    static List<OracleTable> all(boolean mySql) {
        return new KeyedTables(mySql).all();
    }

    private List<OracleTable> all() {
        return Stream.concat(integers(), Stream.concat(texts(), bytes())).toList();
    }

    private Stream<OracleTable> integers() {
        return Stream.of(
                keyed("by_tiny", integer("k", "TINYINT", range(-60, 60, 1), "-128", "127"), uuid(), flag()),
                keyed("by_small", integer("k", "SMALLINT UNSIGNED", range(0, 90, 1), "65535"), address4()),
                keyed("by_medium", integer("k", "MEDIUMINT UNSIGNED ZEROFILL", range(0, 90, 3), "16777215"), padded()),
                keyed(
                        "by_signed",
                        integer(
                                "kbig",
                                "BIGINT",
                                range(-40, 60, 1),
                                "-9223372036854775808",
                                "9223372036854775807",
                                "-4611686018427387904"),
                        micros()),
                keyed(
                        "by_unsigned",
                        integer(
                                "kbig",
                                "BIGINT UNSIGNED",
                                range(0, 90, 1),
                                "18446744073709551615",
                                "9223372036854775808"),
                        address6()));
    }

    private Stream<OracleTable> texts() {
        String exact = mySql ? "utf8mb4_0900_bin" : "utf8mb4_nopad_bin";
        return Stream.of(
                keyed(
                        "by_exact",
                        text("VARCHAR(24) COLLATE " + exact, Kind.EXACT_TEXT, List.of(CASES, SPACES, UNICODE)),
                        uuid()),
                keyed(
                        "by_char",
                        text("CHAR(12) COLLATE utf8mb4_bin", Kind.EXACT_TEXT, List.of(CASES, UNICODE)),
                        padded()),
                keyed(
                        "by_latin",
                        text("VARCHAR(24) CHARACTER SET latin1 COLLATE latin1_bin", Kind.EXACT_TEXT, List.of(CASES)),
                        address6()),
                keyed(
                        "by_basic",
                        text(
                                "VARCHAR(24) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin",
                                Kind.EXACT_TEXT,
                                List.of(CASES, UNICODE)),
                        address4()),
                keyed("by_loose", text("VARCHAR(24) COLLATE utf8mb4_general_ci", Kind.EXACT_TEXT, List.of()), micros()),
                keyed("by_text", text("TEXT COLLATE utf8mb4_bin", Kind.EXACT_TEXT, List.of(CASES, UNICODE)), flag()));
    }

    private Stream<OracleTable> bytes() {
        List<String> raw = List.of("x'00'", "x'ff'", "x'c3'", "x'e9'", "x'6100'");
        List<String> filled = IntStream.range(0, 90)
                .mapToObj(i -> "x'%08x'".formatted(i * 0x1020305))
                .toList();
        return Stream.of(
                keyed("by_bytes", text("VARBINARY(30)", Kind.BINARY, List.of(CASES, SPACES, UNICODE, raw)), uuid()),
                keyed("by_filled", new OracleColumn("k", "BINARY(4) NOT NULL", Kind.BINARY, filled), padded()),
                keyed("by_blob", text("BLOB", Kind.BINARY, List.of(CASES, SPACES, raw)), micros()));
    }

    private static OracleTable keyed(String name, OracleColumn key, OracleColumn... others) {
        List<OracleColumn> columns = new ArrayList<>(List.of(
                key,
                new OracleColumn("hits", "INT", Kind.WHOLE, List.of("1", "2", "3", "7", "100")),
                new OracleColumn("n", "SMALLINT", Kind.WHOLE, List.of("-4", "0", "1", "2", "3", "7", "10"))));
        columns.addAll(List.of(others));
        return new OracleTable(Schema.KEYS, name, OracleTable.Kind.HASHED, List.of(key.name()), columns);
    }

    private static List<String> range(int from, int to, int step) {
        return IntStream.range(0, (to - from) / step)
                .mapToObj(i -> Integer.toString(from + i * step))
                .toList();
    }

    private static OracleColumn integer(String name, String type, List<String> values, String... bounds) {
        return new OracleColumn(
                name,
                type + " NOT NULL",
                Kind.WHOLE,
                Stream.concat(values.stream(), Stream.of(bounds)).toList());
    }

    private static OracleColumn text(String type, Kind kind, List<List<String>> more) {
        List<String> values = Stream.concat(WORDS.stream(), more.stream().flatMap(List::stream))
                .toList();
        return new OracleColumn("k", type + " NOT NULL", kind, values);
    }

    private OracleColumn uuid() {
        List<String> values = List.of(
                "123e4567-e89b-12d3-a456-426655440000",
                "00000000-0000-0000-0000-000000000001",
                "ffffffff-ffff-4fff-bfff-ffffffffffff");
        return mySql
                ? new OracleColumn("v", "CHAR(36) CHARACTER SET ascii COLLATE ascii_bin", Kind.EXACT_TEXT, values)
                : new OracleColumn("v", "UUID", Kind.TOKEN, values);
    }

    private OracleColumn address4() {
        List<String> values = List.of("10.0.0.1", "10.0.0.2", "192.168.7.9", "255.255.255.255");
        return mySql
                ? new OracleColumn("v", "TINYTEXT COLLATE utf8mb4_0900_as_cs", Kind.EXACT_TEXT, values)
                : new OracleColumn("v", "INET4", Kind.TOKEN, values);
    }

    private OracleColumn address6() {
        List<String> values = List.of("::1", "2001:db8::ff00:42:8329", "::ffff:10.0.0.1");
        return mySql
                ? new OracleColumn("v", "LONGTEXT COLLATE utf8mb4_0900_bin", Kind.EXACT_TEXT, values)
                : new OracleColumn("v", "INET6", Kind.TOKEN, values);
    }

    private static OracleColumn flag() {
        return new OracleColumn("flag", "BOOLEAN", Kind.WHOLE, List.of("0", "1"));
    }

    private static OracleColumn padded() {
        return new OracleColumn("v", "INT(6) UNSIGNED ZEROFILL", Kind.WHOLE, List.of("0", "7", "42", "1000000"));
    }

    private static OracleColumn micros() {
        return new OracleColumn(
                "v",
                "DATETIME(6)",
                Kind.TIME,
                List.of("2026-11-24 10:00:00.000001", "2026-11-24 10:00:00.100000", "1970-01-01 00:00:00"));
    }
}
