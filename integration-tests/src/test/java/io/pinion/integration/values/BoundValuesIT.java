package io.pinion.integration.values;

import static io.pinion.server.testing.Conditions.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.Dice;
import io.pinion.integration.testing.Jdbc;
import io.pinion.integration.testing.OnEachServer;
import io.pinion.integration.testing.ServerProduct;
import io.pinion.integration.testing.WritesBesideOneServer;
import io.pinion.integration.values.BoundPlaces.Drawn;
import io.pinion.integration.values.BoundPlaces.Table;
import io.pinion.integration.values.BoundSession.Outcome;
import io.pinion.server.testing.RawClient;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Values in every form of the wire at every place of a statement: on one, several or all shards the rows, their definitions
 * and what is stored are those of one server. {@code -Dpinion.values.seconds=600} plays longer, {@code -Dpinion.values.seed=…}
 * repeats what a failure prints.
 */
@OnEachServer
@Timeout(3600)
class BoundValuesIT extends WritesBesideOneServer {
    private static final Logger log = LoggerFactory.getLogger(BoundValuesIT.class);
    private static final int SECONDS = Integer.getInteger("pinion.values.seconds", 60);

    /** The statements of a build are always the same; {@code -Dpinion.values.seeds=1000000} goes on until the seconds are over. */
    private static final int SEEDS = Integer.getInteger("pinion.values.seeds", 80);

    private static final long SEED = Long.getLong("pinion.values.seed", 1);
    private static final int FINDINGS_SHOWN = 60;
    private static final String VARIABLE = "SELECT CONCAT_WS('|', HEX(@v), @v)";

    /** The collation {@code binary}. */
    private static final int BINARY = 63;

    /** Places at which a parameter is taken for a number. */
    private static final Pattern ARITHMETIC = Pattern.compile(
            "[-+*] ?\\?|\\? [-+*]|\\b(?:[budfye]|bi) (?:=|<|>|IN|NOT|BETWEEN|LIKE)|SUM|IF\\(\\?|AS (?:SIGNED|DECIMAL)|CASE|COALESCE|, (?:[udbfye]|bi)\\)");

    /** A sign makes a DOUBLE of a parameter on MySQL, and a number without one of the smallest on MariaDB. */
    private static final Pattern NEGATED = Pattern.compile("[^1] ?- ?\\?");

    /** Places at which MySQL takes a parameter for a text, a time with other decimals than its own. */
    private static final Pattern TEXT =
            Pattern.compile("CONCAT|CHAR|HEX|LENGTH|LIKE|COALESCE|CASE|JSON|MIN|MAX|\\b(?:v|j|raw) |, (?:v|j|raw)\\)");

    /** Places at which servers take a parameter for a year, and 7 for 2007. */
    private static final Pattern YEARS = Pattern.compile("\\by = CASE|\\by (?:=|<|>|IN|NOT|BETWEEN|LIKE)");

    /** Over several shards Pinion refuses counts that MariaDB makes integers of. */
    private static final Pattern COUNTED = Pattern.compile("(?:LIMIT|OFFSET) \\?");

    /** Comparisons for which MySQL takes a parameter for a time. */
    private static final Pattern OF_TIMES = Pattern.compile("\\b(?:dt|dy|tm) (?:=|<|>|IN|NOT|BETWEEN|LIKE)");

    private static final List<Long> PIN_KEYS =
            LongStream.of(0, 1, 2, 9).map(i -> pin((int) i)).boxed().toList();
    private static final List<Long> OTHER_PINS =
            LongStream.of(30, 31, 36).map(i -> pin((int) i)).boxed().toList();

    private static final List<Table> TABLES = List.of(
            new Table("kept", "id", PIN_KEYS, OTHER_PINS),
            new Table("hashed", "k", List.of(90_001L, 90_002L, -7L, 4L), List.of(7L, 8L, 90_003L)));

    @Override
    protected String makeTables() throws SQLException {
        String columns =
                " v VARCHAR(80), j JSON, b BIGINT, u BIGINT UNSIGNED, d DECIMAL(30,6), dt DATETIME(6), dy DATE,"
                        + " tm TIME(6), f DOUBLE, raw VARBINARY(80), y YEAR, e ENUM('abc', '7', 'x'),"
                        + " bi BIT(8)) CHARACTER SET utf8mb4";
        both("CREATE TABLE kept (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY," + columns, "object type=1");
        run(client, "USE lookup");
        both("CREATE TABLE hashed (k BIGINT NOT NULL PRIMARY KEY," + columns, "hashed key=k");
        for (Table table : TABLES) {
            for (int i = 0; i < 4; i++) {
                run(client, "USE " + keyspace(table));
                both("INSERT INTO %s VALUES (%d, '%s', '%s', %d, %d, %d.5, '2024-01-0%d 00:00:00', '2024-01-0%d',"
                                .formatted(
                                        table.name(),
                                        table.keys().get(i),
                                        List.of("abc", "7", "", "x").get(i),
                                        List.of("1", "\"s\"", "[1.0]", "{}").get(i),
                                        i,
                                        i,
                                        i,
                                        i + 1,
                                        i + 1)
                        + " '12:00:0%d', %d.5, x'0%d', 200%d, %d, %d)".formatted(i, i, i, i, 1 + i % 3, i));
            }
        }
        run(client, "USE pinterest");
        return "lookup.hashed";
    }

    /** mydumper, myloader and MediaWiki call their bytes binary; their strings are names, patterns and texts all the same. */
    @Test
    void stringsOfClientsWithoutACharacterSetAreStrings() {
        try (BoundSession named = new BoundSession(second.address().getPort(), "app", "app", "pinterest");
                BoundSession collated = new BoundSession(
                        new RawClient(second.address().getPort()).withCollation(BINARY), "app", "app", "pinterest")) {
            named.run("SET NAMES binary");
            for (BoundSession session : List.of(named, collated)) {
                String quoted = PIN_KEYS.stream().map(key -> "'" + key + "'").collect(Collectors.joining(", "));
                answersBoth(session, "SELECT b FROM kept WHERE id IN (" + quoted + ") ORDER BY b", "0", "1", "2", "3");
                answersBoth(session, "SELECT b FROM kept WHERE id = '" + PIN_KEYS.get(2) + "'", "2");
                answersBoth(session, "SELECT b FROM lookup.hashed WHERE k IN ('90001', '4') ORDER BY b", "0", "3");
                answersBoth(session, "SHOW TABLES LIKE 'kep%'", "kept");
                answersBoth(session, "SHOW KEYS FROM kept WHERE Key_name = 'PRIMARY'", "kept");
                session.run("PREPARE counted FROM \"SELECT b FROM kept WHERE id = '" + PIN_KEYS.get(1) + "'\"");
                assertThat(session.ask("EXECUTE counted")).containsExactly("1");
                session.run("SET @text = 'SELECT b FROM kept WHERE id IN (?, ?) ORDER BY b', @one = '" + PIN_KEYS.get(1)
                        + "', @other = '" + PIN_KEYS.get(3) + "'");
                session.run("PREPARE counted FROM @text");
                assertThat(session.ask("EXECUTE counted USING @one, @other")).containsExactly("1", "3");
                String dumped =
                        "CREATE TABLE dumped (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, `gr\u00fcn` VARCHAR(20)"
                                + " COMMENT 'gr\u00fcn') CHARACTER SET utf8mb4 COMMENT='pinion: object type=9'";
                for (boolean prepared : List.of(false, true)) {
                    if (prepared) {
                        assertThat(session.execute(dumped, List.of()).message()).isEmpty();
                    } else {
                        session.run(dumped);
                    }
                    session.run("INSERT INTO dumped (id, `gr\u00fcn`) VALUES (" + (5L << 46 | 9L << 36 | 1) + ", 'x')");
                    answersBoth(session, "SELECT `gr\u00fcn` FROM dumped", "x");
                    session.run("DROP TABLE dumped");
                }
            }
        }
    }

    /** As text and prepared. */
    private static void answersBoth(BoundSession session, String sql, String... cells) {
        assertThat(session.ask(sql)).as(sql).containsExactly(cells);
        assertThat(session.execute(sql, List.of()).rows().stream()
                        .map(row -> row.replaceFirst("\\|.*", "").replace("'", "")))
                .as("%s, prepared", sql)
                .containsExactly(cells);
    }

    /** A server shows four decimals more than the column has, up to 38 on MariaDB and to 30 on MySQL. */
    @Test
    void averagesHaveAllDecimals() throws SQLException {
        int decimals = product == ServerProduct.MARIADB ? 36 : 28;
        both(
                "CREATE TABLE exact (id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY, d DECIMAL(60," + decimals + "))",
                "object type=8");
        await(() -> knows("exact"));
        for (int i = 1; i <= 3; i++) {
            String fraction = "123456789".repeat(4).substring(0, decimals - 1) + i;
            both("INSERT INTO exact VALUES (%d, %d.%s)".formatted((long) i << 46 | 8L << 36 | 1, i * i, fraction));
        }
        for (String sql : List.of(
                "SELECT AVG(d), SUM(d) FROM exact", "SELECT AVG(d / 3) FROM exact", "SELECT AVG(d) / 7 FROM exact")) {
            assertThat(ask(client, sql)).as(sql).isEqualTo(ask(plain, sql));
            try (PreparedStatement prepared = client.prepareStatement(sql);
                    ResultSet rows = prepared.executeQuery()) {
                rows.next();
                assertThat(rows.getString(1)).as(sql).isEqualTo(Jdbc.value(plain, sql));
            }
        }
    }

    @Test
    void numbersOfIndexesAreNumbers() throws SQLException {
        try (Connection preparing = preparing("pinterest")) {
            for (String sql : List.of("SHOW KEYS FROM kept", "SHOW KEYS FROM kept WHERE Non_unique = 0")) {
                try (Statement text = client.createStatement();
                        PreparedStatement prepared = preparing.prepareStatement(sql);
                        ResultSet asText = text.executeQuery(sql);
                        ResultSet asPrepared = prepared.executeQuery()) {
                    assertThat(typesOfIndexes(asText)).as(sql).allMatch(type -> type.endsWith("INT"));
                    assertThat(typesOfIndexes(asPrepared)).as(sql).allMatch(type -> type.endsWith("INT"));
                }
            }
        }
    }

    private static List<String> typesOfIndexes(ResultSet rows) throws SQLException {
        List<String> types = new ArrayList<>();
        for (String column : List.of("Non_unique", "Seq_in_index", "Cardinality", "Sub_part")) {
            types.add(rows.getMetaData().getColumnTypeName(rows.findColumn(column)));
        }
        return types;
    }

    /** MariaDB reads long data by the type that the same handle's value had before. */
    @Test
    void longDataIsNotReadByTheTypeOfTheExecutionBefore() {
        List<BoundForm> before = List.of(
                BoundForm.whole(BoundForm.LONGLONG, 90_001),
                BoundForm.real(90_001d),
                BoundForm.text(BoundForm.NEWDECIMAL, "90001"),
                BoundForm.moment(BoundForm.DATETIME, 4, 2024, 1, 2, 0, 0, 0, 0));
        try (BoundSession pinion = new BoundSession(second.address().getPort(), "app", "app", "lookup");
                BoundSession server =
                        new BoundSession(cluster.portOfShard(0), "root", cluster.rootPassword(0), PLAIN)) {
            pinion.run("BEGIN");
            for (String sql : List.of(
                    "SELECT b FROM hashed WHERE k = ?", "SELECT ? FROM hashed WHERE k = 90001", "SELECT HEX(?)")) {
                for (int type : List.of(BoundForm.VAR_STRING, BoundForm.STRING)) {
                    List<BoundForm> ahead =
                            List.of(BoundForm.longData(type, "90001".getBytes(StandardCharsets.US_ASCII)));
                    List<String> expected = server.execute(sql, ahead).rows();
                    for (BoundForm form : before) {
                        pinion.execute(sql, List.of(form));
                        assertThat(pinion.execute(sql, ahead).rows())
                                .as("%s with %s after %s", sql, ahead, form)
                                .hasSize(1)
                                .isEqualTo(expected);
                    }
                }
            }
            pinion.run("ROLLBACK");
        }
    }

    /** MySQL makes a number of a text behind a number that another statement has bound to the same handle. */
    @Test
    void aTextIsNotReadByWhatAnotherStatementHasBound() throws SQLException {
        String url = "jdbc:mysql://127.0.0.1:" + second.address().getPort()
                + "/lookup?sslMode=DISABLED&allowPublicKeyRetrieval=true&useServerPrepStmts=true";
        String sql = "SELECT CONCAT(?, 'x'), ? FROM hashed WHERE k = 90001";
        try (Connection connection = DriverManager.getConnection(url, "app", "app")) {
            connection.setAutoCommit(false);
            try (PreparedStatement numbers = connection.prepareStatement(sql);
                    PreparedStatement moments = connection.prepareStatement(sql);
                    PreparedStatement texts = connection.prepareStatement(sql)) {
                numbers.setLong(1, 7);
                numbers.setLong(2, 7);
                moments.setObject(1, LocalDateTime.of(2024, 1, 2, 0, 0));
                moments.setObject(2, LocalDateTime.of(2024, 1, 2, 0, 0));
                texts.setString(1, "0044");
                texts.setString(2, "0044");
                for (int i = 0; i < 3; i++) {
                    numbers.executeQuery().close();
                    moments.executeQuery().close();
                    try (ResultSet rows = texts.executeQuery()) {
                        rows.next();
                        assertThat(rows.getString(1)).isEqualTo("0044x");
                        assertThat(rows.getString(2)).isEqualTo("0044");
                    }
                }
            }
        }
    }

    /** mysql2 for Node binds each number as a DOUBLE, and libraries in C midnight with four bytes. */
    @Test
    void theFormsOfDriversMeanWhatTheyMeanToOneServer() {
        Table hashed = TABLES.getLast();
        BoundForm one = BoundForm.real(90_001d);
        BoundForm other = BoundForm.real(7d);
        BoundForm negative = BoundForm.whole(BoundForm.LONG, -7);
        BoundForm five = BoundForm.whole(BoundForm.LONGLONG, 5);
        List<Drawn> all = new ArrayList<>(List.of(
                new Drawn(hashed, "SELECT k, b FROM hashed WHERE k IN (?, ?) ORDER BY k", List.of(one, other), false),
                new Drawn(hashed, "DELETE FROM hashed WHERE k IN (?, ?)", List.of(one, other), true),
                new Drawn(hashed, "UPDATE hashed SET b = ? WHERE k IN (?, ?)", List.of(other, one, other), true),
                new Drawn(hashed, "SELECT k, -? AS x FROM hashed ORDER BY k", List.of(negative), false),
                new Drawn(hashed, "SELECT k, -? AS x FROM hashed WHERE k = 90001", List.of(negative), false),
                new Drawn(hashed, "UPDATE hashed SET b = -?", List.of(negative), true),
                new Drawn(hashed, "SELECT k, ROW_NUMBER() OVER (ORDER BY ?, k) AS x FROM hashed", List.of(five), false),
                new Drawn(
                        hashed,
                        "SELECT k, ROW_NUMBER() OVER (ORDER BY ?, k) AS x FROM hashed WHERE k = 90001",
                        List.of(five),
                        false)));
        for (int type : List.of(BoundForm.DATETIME, BoundForm.TIMESTAMP)) {
            BoundForm midnight = BoundForm.moment(type, 4, 2024, 1, 2, 0, 0, 0, 0);
            for (String column : List.of("v", "dt", "dy", "raw")) {
                String insert = "INSERT INTO hashed (k, " + column + ") VALUES (?, ?), (?, ?)";
                all.add(new Drawn(hashed, insert, List.of(BoundForm.real(90_003d), midnight, other, midnight), true));
                String update = "UPDATE hashed SET " + column + " = ?";
                all.add(new Drawn(hashed, update, List.of(midnight), true));
            }
            all.add(new Drawn(hashed, "UPDATE hashed SET j = JSON_ARRAY(?)", List.of(midnight), true));
        }
        sameAsOnOneServer(all);
    }

    /** Each cast of each value near the bounds of its type and of the cast's. */
    @Test
    void aCastOfABoundValueIsThatOfOneServer() {
        List<Drawn> all = new ArrayList<>();
        for (String cast : BoundCasts.CASTS) {
            String sql = "SELECT k, " + cast + " AS x FROM hashed ORDER BY k";
            for (BoundForm value : BoundCasts.VALUES) {
                if (!isTypedByItsCast(cast, value)) {
                    all.add(new Drawn(TABLES.getLast(), sql, List.of(value), false));
                }
            }
        }
        sameAsOnOneServer(all);
    }

    private void sameAsOnOneServer(List<Drawn> all) {
        List<String> findings = new ArrayList<>();
        try (BoundSession pinion = new BoundSession(second.address().getPort(), "app", "app", "lookup");
                BoundSession server =
                        new BoundSession(cluster.portOfShard(0), "root", cluster.rootPassword(0), PLAIN)) {
            for (Drawn drawn : all) {
                String finding = compare(drawn, pinion, server);
                if (!finding.isEmpty()) {
                    findings.add(drawn + "\n    " + finding);
                }
            }
        }
        assertThat(findings).as("%d findings", findings.size()).isEmpty();
    }

    /** MySQL makes the cast's type of a parameter before its value is known, and MariaDB drops the sign of a time. */
    private boolean isTypedByItsCast(String cast, BoundForm value) {
        return product == ServerProduct.MARIADB
                ? value.type() == BoundForm.TIME && cast.contains("SIGNED")
                : !value.isNumber() || value.type() == BoundForm.DOUBLE || cast.matches(".*(?:UNSIGNED|DATE|TIME).*");
    }

    private static String keyspace(Table table) {
        return table.key().equals("k") ? "lookup" : "pinterest";
    }

    @Test
    void boundValuesMeanWhatTheyMeanToOneServer() throws SQLException {
        long end = System.nanoTime() + Duration.ofSeconds(SECONDS).toNanos();
        Map<String, String> findings = new LinkedHashMap<>();
        int statements = 0;
        int failed = 0;
        try (BoundSession pinion = new BoundSession(second.address().getPort(), "app", "app", "pinterest");
                BoundSession server =
                        new BoundSession(cluster.portOfShard(0), "root", cluster.rootPassword(0), PLAIN)) {
            for (long seed = SEED; seed - SEED < SEEDS && System.nanoTime() < end; seed++) {
                Dice dice = new Dice(seed);
                String charset = dice.oneOf(BoundForms.CHARSET_NAMES);
                Table table = dice.oneOf(TABLES);
                pinion.run("USE " + keyspace(table));
                for (BoundSession session : List.of(pinion, server)) {
                    session.run("SET NAMES " + charset);
                }
                BoundPlaces places = new BoundPlaces(dice, new BoundForms(dice, charset));
                for (int i = 0; i < 20; i++) {
                    Drawn drawn = places.draw(table);
                    boolean passes = drawn.isOfOneShard()
                            && drawn.sql().contains(" FROM " + table.name())
                            && !showsAddresses(drawn);
                    if (!passes && isStrange(drawn)) {
                        continue;
                    }
                    String finding = compare(drawn, pinion, server);
                    statements++;
                    if (!finding.isEmpty()) {
                        failed++;
                        findings.putIfAbsent(
                                drawn.sql().replaceAll("[0-9]+", "n") + finding.replaceAll("[0-9x']+", ""),
                                "seed " + seed + ", " + charset + ": " + drawn + "\n    " + finding);
                    }
                }
            }
        }
        log.info("{} statements, {} of them otherwise than on one server", statements, failed);
        assertThat(findings.values().stream().limit(FINDINGS_SHOWN).collect(Collectors.joining("\n", "\n", "\n")))
                .as("%d findings in %d statements", failed, statements)
                .isBlank();
    }

    /**
     * Whether a server takes a parameter otherwise than the same value written as a literal. MySQL derives a parameter's
     * type from its place and converts the value to it, a decimal to 30 decimals. MariaDB drops the sign of a time that becomes a number.
     */
    private boolean isStrange(Drawn drawn) {
        List<BoundForm> values = drawn.values();
        boolean numbers = values.stream().allMatch(BoundForm::isNumber);
        boolean times = values.stream().anyMatch(BoundForm::isTime);
        boolean literals = !drawn.isOfOneShard() && values.stream().anyMatch(BoundForm::isOtherAsLiteral);
        if (literals
                && (NEGATED.matcher(drawn.sql()).find()
                        || YEARS.matcher(drawn.sql()).find())) {
            return true;
        }
        if (product == ServerProduct.MARIADB) {
            return values.stream().anyMatch(value -> value.type() == BoundForm.TIME)
                    && ARITHMETIC.matcher(drawn.sql()).find();
        }
        return YEARS.matcher(drawn.sql()).find()
                || (!numbers && ARITHMETIC.matcher(drawn.sql()).find())
                || (times && TEXT.matcher(drawn.sql()).find())
                || drawn.sql().contains("CHARSET")
                || drawn.sql().contains("COLLATE")
                || values.stream().anyMatch(value -> value.toString().contains("e-40"))
                || values.stream().anyMatch(value -> value.isDayWithoutBytes() || value.isNoText())
                || values.stream().anyMatch(BoundForm::isBeyondIntegers)
                || (OF_TIMES.matcher(drawn.sql()).find() && !values.stream().allMatch(BoundForm::isMoment));
    }

    /** MySQL 9.7 shows bytes of its memory behind a bound time. */
    private static boolean showsAddresses(Drawn drawn) {
        return drawn.sql().contains("AS CHAR")
                && drawn.values().stream().anyMatch(value -> value.type() == BoundForm.TIME);
    }

    /** Empty when both sides answer alike, and leave alike. */
    private String compare(Drawn drawn, BoundSession pinion, BoundSession server) {
        if (!drawn.changes()) {
            String difference = differences(
                    drawn, pinion.execute(drawn.sql(), drawn.values()), server.execute(drawn.sql(), drawn.values()));
            List<String> here = drawn.sql().startsWith("SET") ? pinion.ask(VARIABLE) : List.of();
            List<String> there = drawn.sql().startsWith("SET") ? server.ask(VARIABLE) : List.of();
            return difference.isEmpty() && !here.equals(there) ? "set " + here + "\n    not  " + there : difference;
        }
        pinion.run("BEGIN");
        server.run("BEGIN");
        String rows = rowsOf(drawn.table());
        Outcome here = pinion.execute(drawn.sql(), drawn.values());
        Outcome there = server.execute(drawn.sql(), drawn.values());
        String difference = differences(drawn, here, there);
        List<String> left = pinion.ask(rows);
        List<String> expected = server.ask(rows);
        pinion.run("ROLLBACK");
        server.run("ROLLBACK");
        return difference.isEmpty() && here.error() == 0 && !left.equals(expected)
                ? "left " + without(left, expected) + "\n    not  " + without(expected, left)
                : difference;
    }

    private static List<String> without(List<String> rows, List<String> others) {
        return rows.stream().filter(row -> !others.contains(row)).toList();
    }

    private static String rowsOf(Table table) {
        List<Long> keys = IntStream.range(0, 7)
                .mapToObj(i -> i < 4 ? table.keys().get(i) : table.others().get(i - 4))
                .toList();
        String columns = BoundPlaces.COLUMNS.stream()
                .map(column -> column.equals("v") || column.equals("j") || column.equals("raw") || column.equals("bi")
                        ? "IFNULL(HEX(" + column + "), 'NULL')"
                        : "IFNULL(" + column + ", 'NULL')")
                .collect(Collectors.joining(", "));
        return "SELECT CONCAT_WS('|', " + table.key() + ", " + columns + ") AS x FROM " + table.name() + " WHERE "
                + table.key() + " IN (" + keys.stream().map(String::valueOf).collect(Collectors.joining(", "))
                + ") ORDER BY " + table.key();
    }

    private String differences(Drawn drawn, Outcome here, Outcome there) {
        if (here.error() != 0 || there.error() != 0) {
            // Of several rows that can't be written, another shard's may be seen first.
            boolean anyOf = drawn.changes() && !drawn.isOfOneShard() && here.error() != 0 && there.error() != 0;
            boolean noCount =
                    here.error() == 1210 && COUNTED.matcher(drawn.sql()).find();
            boolean noKey = here.error() == 1105 && here.message().contains(" is no key of ") && there.error() != 0;
            return anyOf || noCount || noKey || here.error() == there.error()
                    ? ""
                    : "error " + here.error() + " " + here.message() + "\n    not   " + there.error() + " "
                            + there.message() + there.rows();
        }
        boolean exactly = drawn.isOfOneShard();
        List<String> defined = definitions(here, exactly);
        List<String> expected = definitions(there, exactly);
        if (!here.rows().equals(there.rows())) {
            return "rows " + here.rows() + "\n    not  " + there.rows()
                    + (defined.equals(expected) ? "" : " and " + defined + " not " + expected);
        }
        if (here.changed() != there.changed()) {
            return "changed " + here.changed() + " not " + there.changed();
        }
        // Servers give a column of nothing but NULL another type by the form of its parameter, and so they do with -?.
        boolean ofItsForm = !exactly
                && (drawn.sql().matches(".*- ?\\? AS.*") || here.rows().stream().allMatch(row -> row.endsWith("NULL")));
        return ofItsForm || defined.equals(expected) ? "" : "defined as " + defined + "\n    not        " + expected;
    }

    /** MySQL gives each parameter the most decimals of its type, 30 and 6, where a literal has its own. */
    private List<String> definitions(Outcome outcome, boolean exactly) {
        List<String> definitions = outcome.definitions(exactly);
        return exactly || product == ServerProduct.MARIADB
                ? definitions
                : definitions.stream()
                        .map(definition -> definition.replaceAll(" [0-9]+$", ""))
                        .toList();
    }
}
