package io.pinion.routing.analysis;

import io.pinion.routing.analysis.facts.Analysis;
import io.pinion.routing.analysis.facts.StatementFacts;
import io.pinion.routing.text.StatementKind;
import io.pinion.routing.text.Tokens;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CancellationException;
import net.sf.jsqlparser.parser.ParseException;
import net.sf.jsqlparser.parser.TokenMgrException;

/** Statement → facts, by JSqlParser. Stateless; a statement takes 30 to 400 µs. */
public final class StatementAnalyzer {
    private static final Set<String> CHANGING = Set.of("INSERT", "REPLACE", "UPDATE", "DELETE");
    private static final Set<String> QUERYING = Set.of("SELECT", "WITH", "(");

    private StatementAnalyzer() {}

    /**
     * Reads a SELECT, INSERT, REPLACE, UPDATE or DELETE, or one behind EXPLAIN.
     *
     * @param charset the MySQL name of the client's character set, for names
     */
    public static Analysis analyze(Tokens tokens, String charset) {
        int verb = tokens.statement().kind() == StatementKind.EXPLAIN ? explained(tokens) : 0;
        boolean changes = CHANGING.contains(tokens.upper(Math.min(verb, tokens.count() - 1)));
        int firstBlock = changes ? 1 : 0;
        Analysis whole = analyze(tokens, charset, verb, firstBlock, SimplerParts.of(tokens));
        if (!(whole instanceof Analysis.Unreadable(String reason)) || verb > 0) {
            return whole;
        }
        Substitutes placing = PlacingParts.of(tokens, charset, verb);
        return placing != null
                        && analyze(tokens, charset, verb, firstBlock, placing)
                                instanceof Analysis.Read(StatementFacts facts)
                ? new Analysis.InPart(facts, reason)
                : whole;
    }

    private static Analysis analyze(Tokens tokens, String charset, int verb, int firstBlock, Substitutes parts) {
        try {
            ParsedTree tree = ParsedTree.of(tokens, ParserText.of(tokens, charset, verb, parts), firstBlock);
            return new Analysis.Read(new FactsReader(tree, charset).read());
        } catch (ParseException | TokenMgrException e) {
            return new Analysis.Unreadable(place(e).orElse("its grammar is unknown"));
        } catch (UnreadableException e) {
            return new Analysis.Unreadable(e.reason());
        } catch (VirtualMachineError | CancellationException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            // The parser fails in its own code on some texts, and so do the visitors of its trees.
            return new Analysis.Unreadable("the parser fails on it");
        }
    }

    /** The first token of the statement behind EXPLAIN and its options; the number of tokens when there is none. */
    public static int explained(Tokens tokens) {
        for (int token = 1; token < tokens.count(); token++) {
            String word = tokens.upper(token);
            if (QUERYING.contains(word) || CHANGING.contains(word)) {
                return token;
            }
        }
        return tokens.count();
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
