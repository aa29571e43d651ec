package io.pinion.routing.planner;

import io.pinion.routing.analysis.facts.Span;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Edits;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.text.Tokens;
import io.pinion.routing.text.lexer.SqlDialect;
import java.util.List;

/**
 * MySQL's {@code TABLE t}, which is {@code SELECT * FROM t} ("TABLE Statement" in the manual); MariaDB doesn't know it.
 */
final class TableStatement {
    private TableStatement() {}

    /**
     * The edits that make SELECTs of all TABLE statements, including those of a UNION and nested ones; empty without
     * any.
     */
    static List<Edit> asSelect(Tokens tokens) {
        Edits edits = new Edits(tokens.statement());
        if (tokens.statement().rules().dialect() == SqlDialect.MYSQL) {
            for (int token = 0; token < tokens.count(); token++) {
                // The word is reserved, so in a statement that reads or changes rows it is nothing else.
                if (tokens.isWord(token, "TABLE") && tokens.isName(token + 1) && !tokens.isSymbol(token - 1, ".")) {
                    edits.replace(new Span(tokens.start(token), tokens.end(token)), Piece.Fixed.of("SELECT * FROM"));
                }
            }
        }
        return edits.inOrder();
    }
}
