package io.pinion.operations.server.sql;

import io.pinion.routing.text.FingerprintKey;
import io.pinion.routing.text.ShardNames;
import io.pinion.routing.text.SqlTokenizer;
import io.pinion.routing.text.Statement;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import io.pinion.routing.text.lexer.TextProblem;
import io.pinion.routing.text.lexer.TextRules;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What SHOW CREATE TABLE says, before Pinion's accounts run it elsewhere. MariaDB 11.4.5 prints options as their user
 * wrote them: an unknown one in a comment that its value may end, a known one with its value in backquotes without
 * these. What follows there would run with the rights of Pinion's account, such as {@code AS SELECT f()}.
 */
public final class TableTexts {
    /** Newer than all: what a version comment holds is code. */
    private static final int VERSION = 999_999;

    /** Behind the list of columns, where they would make rows. */
    private static final Set<String> MAKING = Set.of("AS", "TABLE", "LIKE", "IGNORE", "REPLACE");

    private static final Pattern FOREIGN_KEY = Pattern.compile("(?m)^\\s+CONSTRAINT `(?:[^`]|``)++` FOREIGN KEY ");
    private static final Pattern NEXT_NUMBER = Pattern.compile("\n(\\).*?) AUTO_INCREMENT=\\d+");

    private TableTexts() {}

    public static boolean hasForeignKey(String definition) {
        return FOREIGN_KEY.matcher(definition).find();
    }

    /** The same without the number that the table's next row gets. */
    public static String withoutNextNumber(String definition) {
        return NEXT_NUMBER.matcher(definition).replaceFirst("\n$1");
    }

    /** @throws SQLException it says more than what the table is made of */
    public static void requireDefinition(String text, String table) throws SQLException {
        if (!isDefinition(text, SqlDialect.MARIADB) || !isDefinition(text, SqlDialect.MYSQL)) {
            throw new SQLException(
                    "what the server says of " + table
                            + " holds more than a table's definition, as by an option with a value"
                            + " in backquotes, and isn't run elsewhere: make the table anew without such options",
                    "HY000");
        }
    }

    private static boolean isDefinition(String text, SqlDialect dialect) {
        Statement statement = new SqlTokenizer(new FingerprintKey(1, 2), ShardNames.NONE)
                .scan(text.getBytes(StandardCharsets.UTF_8), TextRules.defaults(dialect, VERSION));
        boolean read = statement
                .problem()
                .filter(problem -> problem != TextProblem.TOO_MANY_LITERALS)
                .isEmpty();
        return read && statement.kind() == StatementKind.CREATE_TABLE && !makesRows(Tokens.of(statement));
    }

    private static boolean makesRows(Tokens tokens) {
        int depth = 0;
        boolean columns = false;
        for (int token = 0; token < tokens.count(); token++) {
            depth += tokens.isSymbol(token, "(") ? 1 : tokens.isSymbol(token, ")") ? -1 : 0;
            columns |= depth > 0;
            boolean query = tokens.isWord(token, "SELECT")
                    || (tokens.isWord(token, "VALUES")
                            && !tokens.isWord(token + 1, "LESS")
                            && !tokens.isWord(token + 1, "IN"))
                    || (tokens.isWord(token, "WITH") && depth == 0 && !tokens.isWord(token + 1, "SYSTEM"));
            int at = token;
            if (query || (columns && depth == 0 && MAKING.stream().anyMatch(word -> tokens.isWord(at, word)))) {
                return true;
            }
        }
        return false;
    }
}
