package io.pinion.server.admin;

import io.pinion.config.change.DocumentEdit;
import io.pinion.config.change.DocumentPath;
import io.pinion.config.change.TopologyPatch;
import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.Problem;
import io.pinion.config.document.Problems;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementArguments.ArgumentClause;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** {@code ALTER TOPOLOGY SET 'place' = 'json'}: edits the topology document, which is checked as a whole. */
final class AlterTopology extends TopologyEditCommand {
    AlterTopology() {
        super(
                SyntaxLine.of("ALTER TOPOLOGY [IF GENERATION n]"
                        + " {SET 'place' = 'json' | MERGE 'place' = 'json' | DROP 'place'}[, …]"),
                "edits the topology document: all edits, if the document is right then, or none");
    }

    @Override
    TopologyPatch read(StatementArguments arguments, AdminContext context) {
        OptionalInt generation = arguments.number("IF GENERATION");
        List<DocumentEdit> edits = new ArrayList<>();
        arguments.clauses().forEach(clause -> edit(clause).ifPresent(edits::add));
        return new TopologyPatch(
                edits, generation.isPresent() ? OptionalLong.of(generation.getAsInt()) : OptionalLong.empty());
    }

    private static Optional<DocumentEdit> edit(ArgumentClause clause) {
        return clause.text("'place'")
                .map(text -> StatementArguments.parsed(DocumentPath::parse, text))
                .map(path -> switch (clause.words()) {
                    case "SET" -> new DocumentEdit.Put(path, value(clause));
                    case "MERGE" -> new DocumentEdit.Merge(path, value(clause));
                    default -> new DocumentEdit.Drop(path);
                });
    }

    private static DocumentNode value(ArgumentClause clause) {
        Problems problems = new Problems();
        Optional<DocumentNode> value =
                DocumentParser.json().parse(clause.text("'json'").orElseThrow(), problems);
        if (value.isEmpty() || problems.hasErrors()) {
            throw new SyntaxRefused("the value is refused: "
                    + problems.inOrder().stream().map(Problem::toString).collect(Collectors.joining("; "))
                    + " (text stands in double quotes inside the single ones, as in '\"xa\"')");
        }
        return value.get();
    }
}
