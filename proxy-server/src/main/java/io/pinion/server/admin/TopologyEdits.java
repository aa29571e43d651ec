package io.pinion.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import io.pinion.config.change.DocumentEdit;
import io.pinion.config.change.DocumentPath;
import io.pinion.config.change.TopologyPatch;
import io.pinion.config.topology.User;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementArguments.ArgumentClause;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.statement.SyntaxRefused;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** The statements that edit the topology document, which is checked as a whole. */
final class TopologyEdits {
    private TopologyEdits() {}

    /** {@code ALTER TOPOLOGY SET 'place' = 'json'}: edits any place of the document. */
    static AdminCommand places() {
        return new TopologyEditCommand(
                SyntaxLine.of("ALTER TOPOLOGY [IF GENERATION n]"
                        + " {SET 'place' = 'json' | MERGE 'place' = 'json' | DROP 'place'}[, …]"),
                "edits the topology document: all edits, if the document is right then, or none",
                (arguments, topology) -> {
                    OptionalInt generation = arguments.number("IF GENERATION");
                    return new TopologyPatch(
                            arguments.clauses().stream()
                                    .flatMap(clause -> edit(clause).stream())
                                    .toList(),
                            generation.isPresent() ? OptionalLong.of(generation.getAsInt()) : OptionalLong.empty());
                });
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

    private static JsonNode value(ArgumentClause clause) {
        try {
            return DocumentEdit.json(clause.text("'json'").orElseThrow());
        } catch (IllegalArgumentException wrong) {
            throw new SyntaxRefused("the value is refused: " + wrong.getMessage()
                    + " (text stands in double quotes inside the single ones, as in '\"xa\"')");
        }
    }

    /** {@code CREATE TOPOLOGY USER app}: adds a user to the document. */
    static AdminCommand createUser() {
        return new TopologyEditCommand(
                UserArguments.line("CREATE TOPOLOGY USER name"
                        + " IDENTIFIED BY 'password' KEYSPACES {ALL | keyspace[, keyspace …]} [option …]"),
                "lets somebody log in to Pinion: a user of the topology document, whose options are those of ALTER TOPOLOGY USER",
                (arguments, topology) -> {
                    UserArguments user = UserArguments.of(arguments);
                    if (!user.has("password_hash") || !user.has("keyspaces")) {
                        throw new SyntaxRefused("a new user needs IDENTIFIED BY and KEYSPACES");
                    }
                    return TopologyPatch.of(user.added(arguments.text("name")));
                },
                UserArguments.line("CREATE TOPOLOGY USER name option [option …]"));
    }

    /** {@code ALTER TOPOLOGY USER app}: changes a user of the document. */
    static AdminCommand alterUser() {
        return new TopologyEditCommand(
                UserArguments.line("ALTER TOPOLOGY USER name option [option …]"),
                "changes what is said of a user of the topology document, and leaves the rest",
                (arguments, topology) -> {
                    String name = arguments.text("name");
                    UserArguments user = UserArguments.of(arguments);
                    boolean salted = topology.user(name)
                            .filter(TopologyEdits::hasSaltedAlone)
                            .isPresent();
                    return new TopologyPatch(user.changed(name, salted), OptionalLong.empty());
                });
    }

    private static boolean hasSaltedAlone(User user) {
        return user.saltedVerifier().isPresent()
                && user.nativeVerifier().isEmpty()
                && user.sha2Verifier().isEmpty();
    }

    /** {@code DROP TOPOLOGY USER app}: takes a user out of the document. */
    static AdminCommand dropUser() {
        return new TopologyEditCommand(
                SyntaxLine.of("DROP TOPOLOGY USER name"),
                "takes a user out of the topology document; sessions of that user end at their next statement",
                (arguments, topology) ->
                        TopologyPatch.of(new DocumentEdit.Drop(UserArguments.path(arguments.text("name")))));
    }
}
