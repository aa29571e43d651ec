package io.pinion.integration.queries;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.RealServer;
import io.pinion.routing.merge.Arrival;
import io.pinion.routing.merge.CellType;
import io.pinion.routing.merge.Collations;
import io.pinion.routing.merge.Comparison;
import io.pinion.routing.merge.Key;
import io.pinion.routing.merge.MergePlan;
import io.pinion.routing.merge.RowLimit;
import io.pinion.routing.merge.RowMerger;
import io.pinion.routing.merge.SortKey;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sorted parts of a table, merged by weight strings, are the table as the server itself sorts it, in the collations that people use. */
class MergedOrderIT {
    private static final int SHARDS = 3;
    private static final int STRINGS = 600;
    private static final List<String> COLLATIONS = List.of(
            "utf8mb4_general_ci",
            "utf8mb4_unicode_ci",
            "utf8mb4_unicode_520_ci",
            "utf8mb4_bin",
            "utf8mb4_czech_ci",
            "utf8mb4_hungarian_ci",
            "utf8mb4_danish_ci",
            "utf8mb4_german2_ci",
            "utf8mb4_turkish_ci",
            "utf8mb4_spanish2_ci",
            "utf8mb4_0900_ai_ci",
            "utf8mb4_0900_as_cs",
            "utf8mb4_uca1400_ai_ci",
            "latin1_swedish_ci",
            "latin1_german2_ci",
            "latin2_general_ci",
            "cp1251_general_ci",
            "gbk_chinese_ci",
            "sjis_japanese_ci");
    /** Without NUL and no-break space, about which the servers contradict themselves: see {@link Collations}. */
    private static final List<String> PIECES = List.of(
            " ", "\t", "\n", "-", "_", "~", "0", "9", "a", "A", "b", "c", "h", "ch", "Ch", "cs", "dzs", "z", "s", "ß",
            "ẞ", "i", "I", "ı", "İ", "ä", "á", "a\u0301", "å", "aa", "æ", "ø", "ö", "ll", "ñ", "n", "lj", "dž", "ő",
            "ű", "y", "€", "я", "Я", "ё", "\u0301", "\u200B", "😀", "𝄞", "中", "ひ", "ビ", "ก", "한", "ﬁ", "²", "ssz",
            "ggy", "w", "v");

    @ParameterizedTest
    @MethodSource("io.pinion.integration.testing.RealServer#servers")
    void weightStringsMergeAsTheServerSorts(RealServer server) throws SQLException {
        List<String> strings = strings(new SplittableRandom(42));
        try (Connection root = server.root();
                Statement statement = root.createStatement()) {
            statement.execute("USE " + RealServer.KEYSPACE);
            statement.execute("SET sql_mode = ''");
            for (String collation : COLLATIONS) {
                if (exists(collation, statement)) {
                    assertThat(Collations.canBeMerged(collation)).as(collation).isTrue();
                    fill(collation, strings, root, statement);
                    assertThat(merged(collation, statement))
                            .as(collation)
                            .isEqualTo(firstCells("SELECT id FROM merged_order ORDER BY s, id", statement));
                    assertThat(distinct(collation, statement))
                            .as(collation)
                            .hasSameSizeAs(firstCells("SELECT DISTINCT s FROM merged_order", statement));
                }
            }
        }
    }

    private static boolean exists(String collation, Statement statement) throws SQLException {
        try (ResultSet found = statement.executeQuery("SHOW COLLATION WHERE Collation = '" + collation + "'")) {
            return found.next();
        }
    }

    private static List<String> strings(SplittableRandom random) {
        TreeSet<String> strings = new TreeSet<>(List.of("", "a", "a ", "a  ", "a\t", "ab", " a"));
        while (strings.size() < STRINGS) {
            StringBuilder string = new StringBuilder();
            for (int i = random.nextInt(1, 5); i > 0; i--) {
                string.append(PIECES.get(random.nextInt(PIECES.size())));
            }
            strings.add(string.toString());
        }
        return List.copyOf(strings);
    }

    private static void fill(String collation, List<String> strings, Connection root, Statement statement)
            throws SQLException {
        statement.execute("DROP TEMPORARY TABLE IF EXISTS merged_order");
        statement.execute("CREATE TEMPORARY TABLE merged_order (id INT PRIMARY KEY, s VARCHAR(60) CHARACTER SET "
                + collation.substring(0, collation.indexOf('_')) + " COLLATE " + collation + ")");
        String rows = "(?, ?), ".repeat(strings.size());
        try (PreparedStatement insert =
                root.prepareStatement("INSERT INTO merged_order VALUES " + rows.substring(0, rows.length() - 2))) {
            for (int i = 0; i < strings.size(); i++) {
                insert.setInt(2 * i + 1, i);
                insert.setString(2 * i + 2, strings.get(i));
            }
            insert.executeUpdate();
        }
    }

    /** The ids of all parts, merged. */
    private static List<String> merged(String collation, Statement statement) throws SQLException {
        Key id = new Key("id", 0, Comparison.NUMERIC);
        List<SortKey> order = List.of(new SortKey(weight(collation), false), new SortKey(id, false));
        MergePlan plan = new MergePlan(2, Optional.empty(), List.of(), order, false, RowLimit.NONE);
        return merge(plan, Arrival.SORTED_TOGETHER, statement);
    }

    private static List<String> distinct(String collation, Statement statement) throws SQLException {
        MergePlan plan =
                new MergePlan(2, Optional.empty(), List.of(weight(collation)), List.of(), false, RowLimit.NONE);
        return merge(plan, Arrival.UNSORTED, statement);
    }

    private static Key weight(String collation) {
        Comparison comparison = Collations.padsSpace(collation) ? new Comparison.Padded(2) : Comparison.BYTES;
        return new Key("s", 1, comparison);
    }

    private static List<String> merge(MergePlan plan, Arrival arrival, Statement statement) throws SQLException {
        CellType other = new CellType(CellType.Family.OTHER, 0);
        RowMerger merger = RowMerger.start(plan, arrival, SHARDS, List.of(other, other, other), 10_000_000);
        for (int shard = 0; shard < SHARDS; shard++) {
            try (ResultSet rows =
                    statement.executeQuery("SELECT id, WEIGHT_STRING(s), WEIGHT_STRING(CONCAT(LEFT(s, 0), ' '))"
                            + " FROM merged_order WHERE id % " + SHARDS + " = " + shard + " ORDER BY s, id")) {
                while (rows.next()) {
                    merger.add(shard, new byte[][] {rows.getBytes(1), rows.getBytes(2), rows.getBytes(3)});
                }
            }
            merger.ended(shard);
        }
        List<String> ids = new ArrayList<>();
        for (byte[] @Nullable [] row = merger.poll(); row != null; row = merger.poll()) {
            ids.add(new String(Objects.requireNonNull(row[0]), StandardCharsets.US_ASCII));
        }
        return ids;
    }

    private static List<String> firstCells(String sql, Statement statement) throws SQLException {
        List<String> cells = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                cells.add(rows.getString(1));
            }
        }
        return cells;
    }
}
