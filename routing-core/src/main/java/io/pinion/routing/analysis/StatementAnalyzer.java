package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.Analysis;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.TokenMgrException;

/** Statement → facts, by JSqlParser. Stateless; a statement takes 30 to 400 µs. */
public final class StatementAnalyzer {
    private static final Set<String> CHANGING = Set.of("INSERT", "REPLACE", "UPDATE", "DELETE");
    private static final Set<String> QUERYING = Set.of("SELECT", "WITH", "(");

    private static final Set<String> BEHIND_GROUPS =
            Set.of("WITH", "HAVING", "WINDOW", "ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "FOR", "LOCK", "INTO");

    private StatementAnalyzer() {}

    /**
     * Reads a SELECT, INSERT, REPLACE, UPDATE or DELETE, or one behind EXPLAIN.
     *
     * @param charset the MySQL name of the client's character set, for names
     */
    public static Analysis analyze(Tokens tokens, String charset) {
        int verb = tokens.statement().kind() == StatementKind.EXPLAIN ? explained(tokens) : 0;
        boolean changes = CHANGING.contains(
                tokens.text(Math.min(verb, tokens.count() - 1)).toUpperCase(Locale.ROOT));
        try {
            ParsedTree tree = ParsedTree.of(tokens, charset, verb, changes ? 1 : 0);
            return new Analysis.Read(new FactsReader(tree, charset).read());
        } catch (ParseException | TokenMgrException e) {
            return new Analysis.Unreadable(
                    sortsGroups(tokens)
                            ? "GROUP BY doesn't sort, so write ORDER BY for ASC or DESC"
                            : place(e).orElse("its grammar is unknown"));
        } catch (UnreadableException e) {
            return new Analysis.Unreadable(e.reason());
        }
    }

    /** The first token of the statement behind EXPLAIN and its options; the number of tokens when there is none. */
    public static int explained(Tokens tokens) {
        for (int token = 1; token < tokens.count(); token++) {
            String word = tokens.text(token).toUpperCase(Locale.ROOT);
            if (QUERYING.contains(word) || CHANGING.contains(word)) {
                return token;
            }
        }
        return tokens.count();
    }

    /** Whether there is a {@code GROUP BY n DESC}, which MySQL reads up to 5.7, and MariaDB does. */
    private static boolean sortsGroups(Tokens tokens) {
        for (int token = 0; token < tokens.count(); token++) {
            if (tokens.isWord(token, "GROUP") && tokens.isWord(token + 1, "BY") && sorts(tokens, token + 2)) {
                return true;
            }
        }
        return false;
    }

    private static boolean sorts(Tokens tokens, int elements) {
        int depth = 0;
        for (int token = elements; token < tokens.count() && depth >= 0; token++) {
            if (depth == 0 && (tokens.isWord(token, "ASC") || tokens.isWord(token, "DESC"))) {
                return true;
            }
            if (depth == 0 && BEHIND_GROUPS.contains(tokens.text(token).toUpperCase(Locale.ROOT))) {
                return false;
            }
            depth += tokens.isSymbol(token, "(") ? 1 : tokens.isSymbol(token, ")") ? -1 : 0;
        }
        return false;
    }

    /** The start of the parser's message: the rest is long and may quote literals. */
    private static Optional<String> place(Throwable failure) {
        if (failure instanceof ParseException parse && parse.currentToken != null && parse.currentToken.next != null) {
            String near = parse.currentToken.next.image;
            return Optional.of(near.isEmpty() ? "it ends too early" : "it stops making sense near '" + near + "'");
        }
        return Optional.empty();
    }
}
