package io.pinion.routing.text;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.lexer.CharsetClass;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** What holds for every text. */
class TokenizerPropertyTest {
    private static final FingerprintKey KEY = new FingerprintKey(0x1234567890ABCDEFL, 0xFEDCBA0987654321L);
    private static final List<String> PIECES = List.of(
            "SELECT ",
            "id",
            "FROM ",
            "WHERE ",
            "IN ",
            "(",
            ")",
            ",",
            " ",
            "\n",
            ";",
            ".",
            "db03429",
            "`",
            "'",
            "\"",
            "\\",
            "/*",
            "*/",
            "/*!",
            "/*!50000",
            "/*M!",
            "/*+",
            "-- ",
            "--",
            "#",
            "@",
            "@@",
            ":=",
            "=",
            "5",
            "1.5",
            "1e5",
            "0x1F",
            "x'1F'",
            "b'1'",
            "N'a'",
            "_utf8mb4",
            "?",
            "ORDER BY ",
            "GROUP BY ",
            "LIMIT ",
            "AS ",
            "VALUES ",
            "UNION ",
            "NULL",
            "pinion: shard=7",
            "INTO ",
            "->",
            "\u0000",
            "é",
            "INSERT ",
            "CREATE ",
            "PROCEDURE ",
            "SET ",
            "WITH ");

    private final SqlTokenizer tokenizer = new SqlTokenizer(KEY, new DecimalShardNames("db"));

    @Provide
    Arbitrary<TextRules> rules() {
        return Combinators.combine(
                        Arbitraries.of(true, false),
                        Arbitraries.of(true, false),
                        Arbitraries.of(CharsetClass.values()),
                        Arbitraries.of(SqlDialect.values()))
                .as((ansi, noBackslash, charset, dialect) ->
                        new TextRules(ansi, noBackslash, false, false, charset, dialect, 101119));
    }

    @Provide
    Arbitrary<byte[]> almostSql() {
        return Arbitraries.of(PIECES).list().ofMaxSize(40).map(pieces -> String.join("", pieces)
                .getBytes(StandardCharsets.UTF_8));
    }

    @Property(tries = 2000)
    void anyBytesAreScanned(@ForAll byte[] sql, @ForAll("rules") TextRules rules) {
        checkOrder(tokenizer.scan(sql, rules));
    }

    @Property(tries = 3000)
    void almostSqlIsScannedAtEveryPrefix(@ForAll("almostSql") byte[] sql, @ForAll("rules") TextRules rules) {
        for (int length = 0; length <= sql.length; length++) {
            checkOrder(tokenizer.scan(sql, 0, length, rules));
        }
    }

    /** Anchors and tokens lie in order, inside the statement, and every literal has a value. */
    private static void checkOrder(Statement statement) {
        int from = statement.start();
        for (int anchor = 0; anchor < statement.anchorCount(); anchor++) {
            assertThat(statement.anchorStart(anchor)).isGreaterThanOrEqualTo(from);
            assertThat(statement.anchorEnd(anchor)).isGreaterThan(statement.anchorStart(anchor));
            from = checkElements(statement, anchor);
            assertThat(statement.anchorBefore(statement.anchorEnd(anchor))).isEqualTo(anchor);
        }
        assertThat(from).isLessThanOrEqualTo(statement.end());
        Tokens tokens = Tokens.of(statement);
        boolean[] seen = new boolean[statement.anchorCount()];
        for (int token = 0; token < tokens.count(); token++) {
            assertThat(tokens.end(token)).isGreaterThan(tokens.start(token));
            assertThat(tokens.at(tokens.start(token))).isEqualTo(token);
            if (tokens.anchor(token) != Tokens.NO_ANCHOR) {
                seen[tokens.anchor(token)] = true;
                assertThat(tokens.start(token))
                        .isEqualTo(statement.elementStart(tokens.anchor(token), tokens.element(token)));
            }
            if (tokens.type(token).isLiteral()) {
                tokens.value(token, "gbk");
            }
        }
        for (int anchor = 0; anchor < seen.length; anchor++) {
            boolean comment = statement.anchorKind(anchor) == AnchorKind.COMMENT
                    || statement.anchorKind(anchor) == AnchorKind.HINT;
            assertThat(seen[anchor]).isEqualTo(!comment);
        }
    }

    private static int checkElements(Statement statement, int anchor) {
        int from = statement.anchorStart(anchor);
        for (int element = 0; element < statement.elementCount(anchor); element++) {
            assertThat(statement.elementStart(anchor, element)).isGreaterThanOrEqualTo(from);
            from = statement.elementEnd(anchor, element);
            if (statement.anchorKind(anchor).isLiteral()) {
                statement.literal(anchor, element, "utf8mb4");
            }
        }
        assertThat(from).isEqualTo(statement.anchorEnd(anchor));
        return from;
    }

    @Provide
    Arbitrary<String> strings() {
        return Arbitraries.strings()
                .ofMaxLength(12)
                .map(text -> "'" + text.replace("\\", "\\\\").replace("'", "''") + "'");
    }

    @Property(tries = 500)
    void valuesDoNotChangeTheFingerprint(
            @ForAll long id,
            @ForAll("strings") String key,
            @ForAll List<@IntRange(max = 99) Integer> list,
            @ForAll @IntRange(max = 99_999) int shard) {
        String elements =
                list.isEmpty() ? "7" : list.stream().map(String::valueOf).collect(Collectors.joining(", "));
        String sql = "SELECT data FROM db%05d.t /* %s */ WHERE a = %s AND b = %s AND c IN (%s) LIMIT 5"
                .formatted(shard, Long.toHexString(id), Long.toUnsignedString(id), key, elements);
        assertThat(fingerprint(sql))
                .isEqualTo(fingerprint(
                        "SELECT data FROM db00007.t /* x */ WHERE a = 1 AND b = 'x' AND c IN (1,2) LIMIT 500"));
        checkOrder(tokenizer.scan(sql.getBytes(StandardCharsets.UTF_8), defaults()));
    }

    /** Scanning what the shape prints with other values gives the shape; so one shape means one text but for values. */
    @Property(tries = 2000)
    void equalFingerprintsHaveEqualShapes(
            @ForAll("almostSql") byte[] one, @ForAll("almostSql") byte[] other, @ForAll("rules") TextRules rules) {
        Statement first = tokenizer.scan(one, rules);
        String firstShape = shapeWithoutCounts(first);
        Statement second = tokenizer.scan(other, rules);
        assertThat(first.fingerprint().equals(second.fingerprint()))
                .as("%s / %s", Arrays.toString(one), Arrays.toString(other))
                .isEqualTo(firstShape.equals(shapeWithoutCounts(second)));
    }

    private static String shapeWithoutCounts(Statement statement) {
        StringBuilder shape = new StringBuilder();
        int from = statement.start();
        for (int anchor = 0; anchor < statement.anchorCount(); anchor++) {
            shape.append(statement.text(from, statement.anchorStart(anchor)))
                    .append('\u0001')
                    .append(statement.anchorKind(anchor))
                    .append(statement.isList(anchor));
            from = statement.anchorEnd(anchor);
        }
        return shape.append(statement.text(from, statement.end()))
                .append('\u0001')
                .append(statement.hint().map(hint -> hint.getClass().getName()))
                .toString();
    }

    /** Flipping any one byte outside the anchors changes the fingerprint, unless it makes other anchors. */
    @Property(tries = 500)
    void theRestChangesTheFingerprint(@ForAll @IntRange(max = 55) int at) {
        byte[] sql = "SELECT id, data FROM pins WHERE board_id = 12345 AND x = 'y'".getBytes(StandardCharsets.UTF_8);
        Statement before = tokenizer.scan(sql, defaults());
        byte[] changed = sql.clone();
        changed[at] ^= 1;
        Statement after = tokenizer.scan(changed, defaults());
        boolean inAnchor = at >= before.anchorStart(0) && at < before.anchorEnd(0);
        assertThat(after.fingerprint().equals(before.fingerprint())).isEqualTo(inAnchor);
    }

    private Fingerprint fingerprint(String sql) {
        return tokenizer.scan(sql.getBytes(StandardCharsets.UTF_8), defaults()).fingerprint();
    }

    private static TextRules defaults() {
        return TextRules.defaults(SqlDialect.MARIADB, 101119);
    }
}
