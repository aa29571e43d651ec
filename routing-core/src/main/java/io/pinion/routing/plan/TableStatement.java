package io.pinion.routing.plan;

import io.pinion.routing.analysis.Span;
import io.pinion.routing.rewrite.Edit;
import io.pinion.routing.rewrite.Piece;
import io.pinion.routing.text.Tokens;
import java.util.List;
import java.util.Set;

/** MySQL's {@code TABLE t}, which is {@code SELECT * FROM t} ("TABLE Statement" in the manual); MariaDB doesn't know it. */
final class TableStatement {
    /** What a query may follow. */
    private static final Set<String> BEFORE = Set.of("ALL", "DISTINCT", "EXCEPT", "INTERSECT", "UNION");

    private TableStatement() {}

    /** What makes a SELECT of it, and of those that it is united with. */
    static List<Edit> asSelect(Tokens tokens) {
        Edits edits = new Edits(tokens.statement());
        for (int token = 0; token < tokens.count(); token++) {
            int before = token - 1;
            boolean begins = token == 0
                    || tokens.isSymbol(before, "(")
                    || BEFORE.stream().anyMatch(word -> tokens.isWord(before, word));
            if (begins && tokens.isWord(token, "TABLE")) {
                edits.replace(new Span(tokens.start(token), tokens.end(token)), Piece.Fixed.of("SELECT * FROM"));
            }
        }
        return edits.inOrder();
    }
}
