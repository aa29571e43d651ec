package io.pinion.server.admin;

import io.pinion.config.change.DocumentEdit;
import io.pinion.config.change.DocumentPath;
import io.pinion.config.change.TopologyPatch;
import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.Problem;
import io.pinion.config.document.Problems;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/** {@code ALTER TOPOLOGY SET 'place' = 'JSON'}: edits the topology document, which is checked as a whole. */
final class AlterTopology extends TopologyEditCommand {
    AlterTopology() {
        super(
                "ALTER TOPOLOGY",
                "ALTER TOPOLOGY [IF GENERATION n] {SET 'place' = 'JSON' | MERGE 'place' = 'JSON' | DROP 'place'}[, …]",
                "edits the topology document: all edits, if the document is right then, or none");
    }

    @Override
    TopologyPatch read(AdminTokens arguments, AdminContext context) {
        OptionalLong generation = arguments.take("IF GENERATION")
                ? OptionalLong.of(OpenShards.whole(arguments, "the number of a generation"))
                : OptionalLong.empty();
        List<DocumentEdit> edits = new ArrayList<>();
        do {
            edits.add(edit(arguments));
        } while (arguments.takeSign(","));
        arguments.end();
        return new TopologyPatch(edits, generation);
    }

    private static DocumentEdit edit(AdminTokens arguments) {
        if (arguments.take("SET")) {
            return new DocumentEdit.Put(path(arguments), value(arguments));
        }
        if (arguments.take("MERGE")) {
            return new DocumentEdit.Merge(path(arguments), value(arguments));
        }
        if (arguments.take("DROP")) {
            return new DocumentEdit.Drop(path(arguments));
        }
        throw arguments.expected("SET, MERGE or DROP");
    }

    private static DocumentPath path(AdminTokens arguments) {
        try {
            return DocumentPath.parse(arguments.string("a place such as 'keyspaces.pinterest.transactions'"));
        } catch (IllegalArgumentException e) {
            throw new AdminSyntaxException(String.valueOf(e.getMessage()));
        }
    }

    private static DocumentNode value(AdminTokens arguments) {
        if (!arguments.takeSign("=")) {
            throw new AdminSyntaxException("expected = and JSON in quotes");
        }
        // In double quotes it would be a name for servers with ANSI_QUOTES, and names are in logs.
        String json = arguments
                .singleQuoted()
                .orElseThrow(() -> new AdminSyntaxException("expected JSON in single quotes behind ="));
        Problems problems = new Problems();
        Optional<DocumentNode> value = DocumentParser.json().parse(json, problems);
        if (value.isEmpty() || problems.hasErrors()) {
            throw new AdminSyntaxException("the value is refused: "
                    + problems.inOrder().stream().map(Problem::toString).collect(Collectors.joining("; "))
                    + " (text stands in double quotes inside the single ones, as in '\"xa\"')");
        }
        return value.get();
    }
}
