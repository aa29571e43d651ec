package io.pinion.integration.differential;

import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What may differ from a server, each for a reason; everything else must be the same. */
final class Allowance {
    /**
     * That no index served, or only a bad one, is up to what a server has counted of its tables lately; that metadata have
     * changed, to when it prepared the text again.
     */
    private static final Pattern STATUS = Pattern.compile("status=([0-9a-f]+)");

    /** MariaDB forgets that a column of a window's rows is NOT NULL when a handle is executed again, until it is prepared anew. */
    private static final Pattern COLUMN_FLAGS = Pattern.compile("(column: .* flags=)([0-9a-f]+)( .*)");

    private static final int NOT_NULL = 0x0001;

    private static final int NOT_TOLD = 0x0400 | 0x0020 | 0x0010;

    /**
     * A variable that was set to a string's NULL is a plain NULL once it was replayed on another connection, where a
     * prepared GROUP_CONCAT has the length that is set now.
     */
    private static final Pattern USER_VARIABLE =
            Pattern.compile("(column: name=(?:@[^@]|CONCAT\\(@|GROUP_CONCAT\\().*?) charset=\\d+ .*");

    /** The list of warnings is Pinion's own when it is empty, and when the error was; names and types are the same. */
    private static final Pattern WARNING_COLUMN =
            Pattern.compile("column: name=(Level|Code|Message) charset=\\d+ length=\\d+ type=(\\d+) .*");

    /** What Pinion sees to be wrong before a server does is told in its words: the code and SQLSTATE are MySQL's. */
    private static final Pattern OWN_WORDS = Pattern.compile(
            "(error: (?:1064|1065|1243|1421) #.....|row: \\| Error \\| (?:1064|1065|1243|1421)).*", Pattern.DOTALL);

    /** The same where the client has stored the text: {@code GET DIAGNOSTICS CONDITION 1 @text = MESSAGE_TEXT}. */
    private static final Pattern OWN_WORDS_STORED =
            Pattern.compile("(row: \\|.* \\| (?:You have an error in your SQL syntax"
                    + "|The statement \\(|Unknown prepared statement handler \\()).*");

    /** MySQL warns of a text among numbers for each row that it compares, whose number is up to the index that it takes. */
    private static final Pattern TEXT_AMONG_NUMBERS =
            Pattern.compile(".*SELECT .*(?: id IN \\([^)]*['?]|\\bn [<>=!]+ [\\d?]).*", Pattern.DOTALL);

    /** Asks what statements before have left on the connection. */
    private static final Pattern LOOKS_BACK = Pattern.compile(
            ".*(SHOW WARNINGS|SHOW ERRORS|SHOW COUNT|GET DIAGNOSTICS|@@\\w+_count|FOUND_ROWS\\(\\)|@n, @text).*",
            Pattern.DOTALL | Pattern.CASE_INSENSITIVE);

    private static final Pattern COUNTS = Pattern.compile(".*(ROW_COUNT|FOUND_ROWS)\\(\\).*", Pattern.DOTALL);

    /** Changes rows or finds some: what it leaves is what clients ask for next. */
    private static final Pattern LEAVES =
            Pattern.compile("(SELECT .* FROM |INSERT|UPDATE|DELETE|REPLACE).*", Pattern.DOTALL);

    private static final Pattern COUNTS_AS_BEFORE = Pattern.compile("(GET|CALL gives\\().*", Pattern.DOTALL);

    private static final Pattern WITH_CONDITIONS = Pattern.compile("error: .*|.*warnings=[1-9].*", Pattern.DOTALL);

    private Allowance() {}

    static boolean looksBack(String sql) {
        return LOOKS_BACK.matcher(sql).matches();
    }

    /** A part of what the statement says of itself, which only its own server would know. */
    static List<String> withoutParameters(ScriptStep exchange, List<String> lines) {
        return switch (exchange) {
            // A server warns of FOUND_ROWS() when it reads the text, which the end of the definitions shows already.
            case ScriptStep.Query(String sql)
            when sql.contains("FOUND_ROWS()") ->
                lines.stream()
                        .map(line -> line.replaceAll("(end of definitions: )warnings=\\d+", "$1"))
                        .toList();
            case ScriptStep.Execute execute ->
                lines.stream().map(Allowance::withoutNotNull).toList();
            // MySQL repeats how many warnings the statement before had.
            case ScriptStep.Ping() ->
                lines.stream().map(line -> line.replaceAll("warnings=.*", "")).toList();
            // A procedure that changes nothing tells the count of the statement before, on MySQL.
            case ScriptStep.Query(String sql)
            when sql.contains("CALL ") ->
                lines.stream().map(line -> line.replaceAll("affected=\\d+", "")).toList();
            // What MySQL tells of a table's next id may be as old as its statistics.
            case ScriptStep.Query(String sql)
            when sql.startsWith("SHOW CREATE TABLE") ->
                lines.stream()
                        .map(line -> line.replaceAll(" AUTO_INCREMENT=\\d+", ""))
                        .toList();
            default -> lines;
        };
    }

    /**
     * A question about a statement further back. MariaDB keeps warnings and counts when a statement touches no table, and
     * through Pinion statements of one session may run on several connections.
     *
     * @param answers to the exchanges
     */
    static boolean looksFurtherBack(List<ScriptStep> exchanges, List<List<String>> answers, int at) {
        if (!(exchanges.get(at) instanceof ScriptStep.Query(String sql))
                || !LOOKS_BACK.matcher(sql).matches()) {
            return false;
        }
        if (sql.contains("@n, @text")) {
            boolean asked = exchanges.get(at - 1) instanceof ScriptStep.Query(String before)
                    && before.startsWith("GET DIAGNOSTICS");
            return at < 2 || !asked || !isAboutOneBefore(exchanges, answers, at - 1);
        }
        return sql.startsWith("GET DIAGNOSTICS")
                || !isAboutOneBefore(exchanges, answers, at)
                || (failed(answers.get(at - 1)) && sql.contains("_count"));
    }

    private static boolean isAboutOneBefore(List<ScriptStep> exchanges, List<List<String>> answers, int at) {
        String sql = ((ScriptStep.Query) exchanges.get(at)).sql();
        List<String> answer = answers.get(at - 1);
        if (!(exchanges.get(at - 1) instanceof ScriptStep.Query(String text))
                || text.contains(";")
                || looksBack(text)) {
            return false;
        }
        return COUNTS.matcher(sql).matches()
                ? !failed(answer)
                        && LEAVES.matcher(text).matches()
                        && (text.startsWith("SELECT") || !sql.contains("FOUND_ROWS"))
                : !answer.isEmpty()
                        && WITH_CONDITIONS
                                .matcher(answer.get(answer.size() - 1))
                                .matches();
    }

    /**
     * {@code FOUND_ROWS()} means something behind a SELECT (MySQL manual, "Information Functions"). Behind other statements
     * servers answer what one further back has left on that connection, and so they do for {@code ROW_COUNT()} behind GET
     * DIAGNOSTICS and, on MySQL, behind a procedure that changes nothing.
     *
     * @param answer of the exchange before
     */
    static boolean countsNothing(ScriptStep question, ScriptStep before, List<String> answer) {
        if (!(question instanceof ScriptStep.Query(String sql))) {
            return false;
        }
        String text = before instanceof ScriptStep.Query(String earlier) ? earlier : "";
        boolean finds = text.startsWith("SELECT") && !text.contains("; ") && !failed(answer);
        return (sql.contains("FOUND_ROWS()") && !finds)
                || (sql.contains("ROW_COUNT()")
                        && COUNTS_AS_BEFORE.matcher(text).matches());
    }

    private static String withoutNotNull(String line) {
        return COLUMN_FLAGS
                .matcher(line)
                .replaceFirst(found -> Matcher.quoteReplacement(found.group(1))
                        + Integer.toHexString(Integer.parseInt(found.group(2), 16) & ~NOT_NULL)
                        + Matcher.quoteReplacement(found.group(3)));
    }

    private static boolean failed(List<String> answer) {
        return !answer.isEmpty() && answer.get(answer.size() - 1).startsWith("error");
    }

    static boolean same(List<ScriptStep> exchanges, int at, List<String> direct, List<String> through) {
        ScriptStep exchange = exchanges.get(at);
        UnaryOperator<String> mask =
                warnsByHistory(exchanges, at) ? line -> line.replaceAll("(?i)warnings(?:=|: )\\d+", "") : line -> line;
        return direct.equals(through)
                || comparable(exchange, direct).stream()
                        .map(mask)
                        .toList()
                        .equals(comparable(exchange, through).stream().map(mask).toList());
    }

    /** Whether it asks about a statement of which how often a server warns is up to its history. */
    static boolean asksForSuchWarnings(List<ScriptStep> exchanges, int at) {
        return at > 0
                && exchanges.get(at) instanceof ScriptStep.Query(String sql)
                && looksBack(sql)
                && warnsByHistory(exchanges, at - 1);
    }

    /**
     * Whether the number of warnings is up to what a server has counted of its tables, or to the types that earlier
     * executions of the handle had, which another connection of Pinion's hasn't seen.
     */
    private static boolean warnsByHistory(List<ScriptStep> exchanges, int at) {
        return switch (exchanges.get(at)) {
            case ScriptStep.Query(String sql) -> TEXT_AMONG_NUMBERS.matcher(sql).matches();
            case ScriptStep.Execute execute
            when at > 0 ->
                switch (exchanges.get(at - 1)) {
                    case ScriptStep.Prepare(int handle, String sql)
                    when handle == execute.handle() ->
                        TEXT_AMONG_NUMBERS.matcher(sql).matches();
                    default -> execute.newTypes() || warnsByHistory(exchanges, at - 1);
                };
            case ScriptStep.CloseStatement close -> at > 0 && warnsByHistory(exchanges, at - 1);
            // Without a cursor it isn't sent.
            case ScriptStep.Fetch fetch -> at > 0 && warnsByHistory(exchanges, at - 1);
            default -> false;
        };
    }

    private static List<String> comparable(ScriptStep exchange, List<String> lines) {
        return withoutParameters(exchange, lines).stream()
                .map(Allowance::comparable)
                .toList();
    }

    static String comparable(String line) {
        String masked = STATUS.matcher(line)
                .replaceAll(found -> "status=" + Integer.toHexString(Integer.parseInt(found.group(1), 16) & ~NOT_TOLD));
        Matcher variable = USER_VARIABLE.matcher(masked);
        if (variable.matches()) {
            return variable.group(1);
        }
        Matcher warning = WARNING_COLUMN.matcher(masked);
        if (warning.matches()) {
            return "column: name=" + warning.group(1) + " type=" + warning.group(2);
        }
        Matcher own = OWN_WORDS.matcher(masked);
        if (own.matches()) {
            return own.group(1);
        }
        Matcher stored = OWN_WORDS_STORED.matcher(masked);
        return stored.matches() ? stored.group(1) : masked;
    }
}
