package io.pinion.integration.oracle;

import com.mysql.cj.jdbc.JdbcConnection;
import io.pinion.integration.oracle.OracleAnswer.Count;
import io.pinion.integration.oracle.OracleAnswer.Failure;
import io.pinion.integration.oracle.OracleAnswer.Rows;
import io.pinion.integration.oracle.Question.Certainty;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Asks Pinion and the unsharded server the same, and says what differs. */
final class OracleComparison implements AutoCloseable {
    private static final double TOLERANCE = 1e-12;
    private static final int ROWS_TOLD = 4;
    private static final int DEPRECATED = 1287;
    /** Bytes that a driver binds as text and that are none: MySQL says so of a literal. */
    private static final int INVALID_CHARACTERS = 1300;

    private static final int INCORRECT_VALUE = 1366;

    /** A warning of Pinion's own, or an error: of an id that names nothing, both. */
    private static final int PINIONS_OWN = 1105;

    private static final Pattern OF_NO_ID = Pattern.compile("is no id: |isn't an id of |which is not open: no range");

    /** Of doubles that a server shows with a fixed number of decimals: the last of them may be rounded either way. */
    private static final int FEWEST_FIXED_DECIMALS = 4;

    /** Titles that the generator gives to what is computed, and those that are no names. */
    private static final String COMPUTED = "((?:x_\\w+|a\\d+|w|.*[^A-Za-z0-9_ ].*) )";

    private static final Pattern COMPUTED_TEXT = Pattern.compile(COMPUTED + "VARCHAR ");
    /** By whether MAX of a FLOAT or DOUBLE has gone through a temporary table. */
    private static final Pattern LENGTH_OF_DOUBLE =
            Pattern.compile("( DOUBLE precision=)2[23]|( FLOAT precision=)(?:12|23)");

    private static final Pattern YEAR_OF =
            Pattern.compile("(YEAR\\(.*\\)) (?:YEAR precision=4|INT UNSIGNED precision=10)");
    private static final Pattern COMPUTED_INTEGER = Pattern.compile(COMPUTED
            + "(?:BIGINT precision=19|INT precision=10|MEDIUMINT precision=7|SMALLINT precision=5) scale=0 signed");
    private static final Pattern COMPUTED_UNSIGNED =
            Pattern.compile(COMPUTED + "(?:(?:SMALLINT|INT|BIGINT) UNSIGNED|YEAR) precision=\\d+ scale=0");

    private static final Pattern SEVERAL_ROWS = Pattern.compile("(?s)^(?:INSERT|REPLACE)\\b.*\\bVALUES \\(.*\\), \\(");

    /** A duplicate key, values that don't fit, and text that is no JSON on MariaDB and on MySQL. */
    private static final Set<Integer> OF_A_ROW = Set.of(1062, 1264, 1265, 1406, 4025, 3140);

    private final Connection ids;
    private final Connection keys;
    private final Connection plain;
    private final boolean mySql;
    private final EqualTexts equalTexts;
    private final Map<String, Integer> refusals = new TreeMap<>();
    private final Map<Integer, Integer> errors = new TreeMap<>();
    private final Map<String, String> refusedExamples = new TreeMap<>();
    private List<String> set = List.of();
    private int asked;
    private int answered;

    OracleComparison(OracleCluster cluster) throws SQLException {
        ids = cluster.sharded(Schema.IDS);
        keys = cluster.sharded(Schema.KEYS);
        plain = cluster.plain();
        mySql = cluster.isMySql();
        equalTexts = new EqualTexts(cluster.plain());
    }

    /** What the sessions of both sides have set from now on, beside which all is as it was at first. */
    void set(List<String> settings) throws SQLException {
        for (Connection connection : List.of(ids, keys, plain)) {
            connection.unwrap(JdbcConnection.class).resetServerState();
        }
        for (String setting : settings) {
            everywhere("SET " + setting);
        }
        set = settings;
    }

    /** What nobody answers with rows: the sessions of both sides do it. */
    void everywhere(String sql) throws SQLException {
        for (Connection connection : List.of(ids, keys, plain)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
            }
        }
    }

    /** As {@link #everywhere}, but the sessions of both sides may refuse it alike. */
    void everywhereOrNowhere(String sql) throws SQLException {
        List<Integer> codes = new ArrayList<>();
        for (Connection connection : List.of(plain, ids, keys)) {
            try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
                codes.add(0);
            } catch (SQLException e) {
                codes.add(e.getErrorCode());
            }
        }
        if (codes.stream().distinct().count() > 1) {
            throw new SQLException(sql + " ended with " + codes + " on one server and on two keyspaces");
        }
    }

    /** What differs, or nothing. What Pinion refuses isn't asked of the other side: a change would be made there only. */
    Optional<String> read(Question question, boolean prepared) throws SQLException {
        asked++;
        OracleAnswer sharded = ask(sharded(question), question, prepared);
        if (isRefused(sharded, question)) {
            return Optional.empty();
        }
        return told(difference(ask(plain, question, prepared), sharded, question), question, prepared);
    }

    private Connection sharded(Question question) {
        return question.keyspace().equals(Schema.IDS) ? ids : keys;
    }

    private static OracleAnswer ask(Connection connection, Question question, boolean prepared) throws SQLException {
        return prepared ? OracleAnswer.ofPrepared(connection, question) : OracleAnswer.ofText(connection, question);
    }

    private boolean isRefused(OracleAnswer sharded, Question question) {
        if (sharded instanceof Failure failure
                && (failure.isRefusal() || isOfPaddedKey(failure) || isOfNoId(failure))) {
            String reason = failure.code() + " " + reason(failure.message());
            refusals.merge(reason, 1, Integer::sum);
            refusedExamples.putIfAbsent(reason, question.text());
            return true;
        }
        answered++;
        return false;
    }

    /** Under this mode a CHAR comes with spaces, which the hash would take in: "Known differences" in docs/sql-support.md. */
    private boolean isOfPaddedKey(Failure failure) {
        return failure.message().contains("ignores spaces at the end")
                && set.stream().anyMatch(setting -> setting.contains("PAD_CHAR_TO_FULL_LENGTH"));
    }

    /** What asks for nothing but ids that name nothing is an error. */
    private static boolean isOfNoId(Failure failure) {
        return failure.code() == PINIONS_OWN
                && OF_NO_ID.matcher(failure.message()).find();
    }

    /** Without tables, shards and the cure, which differ with each statement. */
    private static String reason(String message) {
        return message.replaceAll("(?s)^(nothing in|this) statement .*? and |: add .*", "")
                .replaceAll("'[^']* [^']*'|`[^`]*`", "…")
                .replaceAll("\\d+", "N");
    }

    private Optional<String> difference(OracleAnswer expected, OracleAnswer actual, Question question) {
        if (expected instanceof Rows(var columns, var rows)
                && actual instanceof Rows(var otherColumns, var otherRows)) {
            return withoutLuck(columns).equals(withoutLuck(otherColumns))
                    ? differentRows(rows, otherRows, question)
                    : Optional.of("columns expected: " + columns + "\n           but were: " + otherColumns);
        }
        if (expected instanceof Failure failure && actual instanceof Failure other) {
            errors.merge(failure.code(), 1, Integer::sum);
            return failure.code() == other.code() || areOfTwoRows(failure, other, question)
                    ? Optional.empty()
                    : Optional.of("expected: " + failure + "\n but was: " + other);
        }
        if (expected instanceof Count one
                && actual instanceof Count other
                && withoutAdvice(one).equals(withoutAdvice(other))) {
            return Optional.empty();
        }
        return Optional.of("expected: " + brief(expected) + "\n but was: " + brief(actual));
    }

    /** Where rows of one INSERT fail on several shards, Pinion tells of one of them, and a server of the first. */
    private static boolean areOfTwoRows(Failure expected, Failure actual, Question question) {
        return SEVERAL_ROWS.matcher(question.text()).find()
                && OF_A_ROW.contains(expected.code())
                && OF_A_ROW.contains(actual.code());
    }

    /**
     * Through a temporary table, servers make VARCHAR of a CHAR that is computed (MIN of an ENUM, NULLIF of a CHAR), and MySQL
     * makes BIGINT of INTs that are computed and INT of a YEAR(); it depends on rows and indexes.
     */
    private List<String> withoutLuck(List<String> columns) {
        return columns.stream()
                .map(column -> COMPUTED_TEXT.matcher(column).replaceFirst("$1CHAR "))
                .map(column -> mySql ? withoutMySqlsLuck(column) : withoutMariaDbsLuck(column))
                .toList();
    }

    private static String withoutMariaDbsLuck(String column) {
        return LENGTH_OF_DOUBLE.matcher(column).replaceFirst("$1$2");
    }

    private static String withoutMySqlsLuck(String column) {
        String year = YEAR_OF.matcher(column).replaceFirst("$1 INT");
        String integer = COMPUTED_INTEGER.matcher(year).replaceFirst("$1INT");
        return COMPUTED_UNSIGNED.matcher(integer).replaceFirst("$1INT UNSIGNED");
    }

    /**
     * MySQL says of each text with VALUES(column) that it is deprecated: of none, or of several. Of a literal that isn't of
     * its column's type, each text warns once, too. What it warns of while it compares texts of two character sets, Pinion
     * doesn't hear ("Known differences" in docs/sql-support.md).
     * Of ids that name nothing Pinion alone warns.
     */
    private static Count withoutAdvice(Count count) {
        return new Count(
                count.affected(),
                count.warnings().stream()
                        .filter(code -> code != DEPRECATED
                                && code != INVALID_CHARACTERS
                                && code != INCORRECT_VALUE
                                && code != PINIONS_OWN)
                        .distinct()
                        .sorted()
                        .toList());
    }

    private static String brief(OracleAnswer answer) {
        return answer instanceof Rows rows ? rows.rows().size() + " rows" : answer.toString();
    }

    private Optional<String> differentRows(List<List<String>> expected, List<List<String>> actual, Question question) {
        List<List<String>> expectedRows = comparable(expected, question);
        List<List<String>> actualRows = comparable(actual, question);
        for (int i = 0; i < Math.max(expectedRows.size(), actualRows.size()); i++) {
            if (i >= expectedRows.size()
                    || i >= actualRows.size()
                    || !isSame(expectedRows.get(i), actualRows.get(i), question)) {
                return Optional.of("%d rows expected, %d came; from row %d on expected: %s%n but were: %s"
                        .formatted(expected.size(), actual.size(), i, from(i, expectedRows), from(i, actualRows)));
            }
        }
        return Optional.empty();
    }

    private static List<List<String>> from(int row, List<List<String>> rows) {
        return rows.subList(Math.min(row, rows.size()), Math.min(row + ROWS_TOLD, rows.size()));
    }

    /** Sorted when their order is open, and texts that stand for their equals as what is common to these. */
    private List<List<String>> comparable(List<List<String>> rows, Question question) {
        List<List<String>> comparable = new ArrayList<>();
        for (List<String> row : rows) {
            List<String> cells = new ArrayList<>();
            for (int i = 0; i < row.size(); i++) {
                cells.add(
                        certainty(i, question) instanceof Certainty.AnyEqual(OracleColumn column)
                                ? equalTexts.weight(column, row.get(i))
                                : row.get(i));
            }
            comparable.add(cells);
        }
        if (!question.ordered()) {
            // Inexact cells last: they may differ.
            comparable.sort(Comparator.comparing((List<String> row) -> cells(row, question, false))
                    .thenComparing(row -> cells(row, question, true)));
        }
        return comparable;
    }

    private static String cells(List<String> row, Question question, boolean inexact) {
        StringBuilder cells = new StringBuilder();
        for (int i = 0; i < row.size(); i++) {
            if (certainty(i, question) instanceof Certainty.Rounded == inexact) {
                cells.append(row.get(i)).append('\n');
            }
        }
        return cells.toString();
    }

    private static Certainty certainty(int column, Question question) {
        return column < question.columns().size() ? question.columns().get(column) : Certainty.EXACT;
    }

    private static boolean isSame(List<String> expected, List<String> actual, Question question) {
        for (int i = 0; i < expected.size(); i++) {
            boolean same = expected.get(i).equals(actual.get(i))
                    || (certainty(i, question) instanceof Certainty.Rounded && isClose(expected.get(i), actual.get(i)));
            if (!same) {
                return false;
            }
        }
        return true;
    }

    private static boolean isClose(String expected, String actual) {
        try {
            double a = Double.parseDouble(expected);
            double b = Double.parseDouble(actual);
            int decimals = decimals(expected);
            double lastDecimal = decimals >= FEWEST_FIXED_DECIMALS && decimals == decimals(actual)
                    ? 1.5 * Math.pow(10, -decimals)
                    : 0;
            return Math.abs(a - b) <= Math.max(TOLERANCE * Math.max(Math.abs(a), Math.abs(b)), lastDecimal);
        } catch (NumberFormatException e) {
            return false;
        }
    }

    /** How many digits are shown behind the point; none of a number with an exponent. */
    private static int decimals(String number) {
        boolean plain = number.indexOf('e') < 0 && number.indexOf('E') < 0;
        int point = plain ? number.indexOf('.') : -1;
        return point < 0 ? 0 : number.length() - point - 1;
    }

    private Optional<String> told(Optional<String> difference, Question question, boolean prepared)
            throws SQLException {
        return difference.isEmpty()
                ? difference
                : Optional.of("%s%s%s%n%s%n%s"
                        .formatted(
                                set.isEmpty() ? "" : set + " ",
                                prepared ? "prepared: " : "",
                                question.text(),
                                route(question),
                                difference.get()));
    }

    private String route(Question question) throws SQLException {
        StringBuilder route = new StringBuilder();
        try (Statement statement = sharded(question).createStatement();
                ResultSet lines = statement.executeQuery("EXPLAIN ROUTE " + question.text())) {
            int told = 0;
            while (lines.next()) {
                String line = lines.getString(1);
                if (told++ < 4 || line.startsWith("merge")) {
                    route.append("  | ")
                            .append(line, 0, Math.min(400, line.length()))
                            .append('\n');
                }
            }
        } catch (SQLException e) {
            route.append("  | ").append(e.getMessage());
        }
        return route.toString();
    }

    /** Of all that was asked; 1 when nothing was. */
    double shareAnswered() {
        return asked == 0 ? 1 : answered / (double) asked;
    }

    /** How often Pinion said no, by reason, with an example of each. */
    String refusals() {
        StringBuilder table = new StringBuilder(
                "%d statements, %d answered, errors of both sides %s%n".formatted(asked, answered, errors));
        refusals.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
                .forEach(entry -> table.append("%6d  %s%n        %s%n"
                        .formatted(entry.getValue(), entry.getKey(), refusedExamples.get(entry.getKey()))));
        return table.toString();
    }

    @Override
    public void close() throws SQLException {
        ids.close();
        keys.close();
        plain.close();
        equalTexts.close();
    }
}
