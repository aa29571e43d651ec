package io.pinion.operations.keyspace;

import static io.pinion.operations.statement.AnswerTable.number;
import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.OperationOutcome.ServerWarning;
import io.pinion.operations.engine.OperationStatement;
import io.pinion.operations.engine.StatementAnswer;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.StatementContext;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.catalog.DatabasePattern;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** The statements of {@link Keyspaces}, and what others have in common with them. */
public final class KeyspaceStatements {
    private static final String DEFAULT_HASH = "md5";
    private static final String DEFAULT_CHARSET = "utf8mb4";

    static final List<OperationStatement<?, ?>> ALL = List.of(
            OperationStatement.of(
                    "CREATE KEYSPACE name {ID SHARDS n | MOD SHARDS n [HASH function] | SINGLE} ON PAIR[S] pair[, pair …]"
                            + " [DATABASE 'pattern'] [CHARACTER SET charset] [COLLATE collation]",
                    "makes a keyspace over pairs: the databases of its shards, and what clients see; tables come by CREATE"
                            + " TABLE",
                    KeyspaceStatements::creation,
                    KeyspaceStatements::created),
            OperationStatement.of(
                            "DROP KEYSPACE name",
                            "takes a keyspace without tables out of the topology, and drops its databases",
                            (arguments, context) -> new KeyspaceRemoval(arguments.text("name")),
                            KeyspaceStatements::dropped)
                    .finalWhere(arguments -> true));

    private KeyspaceStatements() {}

    private static NewKeyspace creation(StatementArguments arguments, StatementContext context) {
        String name = arguments.text("name");
        Kind kind = arguments.has("SINGLE") ? Kind.SINGLE : arguments.has("ID SHARDS") ? Kind.ID : Kind.MOD;
        return new NewKeyspace(new KeyspaceShape(
                name,
                kind,
                kind == Kind.SINGLE ? 1 : shards(arguments),
                kind == Kind.SINGLE ? Optional.empty() : Optional.of(pattern(arguments, name)),
                arguments.texts("pair"),
                kind == Kind.MOD ? hash(arguments) : "",
                arguments.optional("charset").orElse(DEFAULT_CHARSET),
                arguments.optional("collation").orElse("")));
    }

    /** Behind ID SHARDS or MOD SHARDS. */
    public static int shards(StatementArguments arguments) {
        return arguments
                .number("ID SHARDS")
                .orElseGet(() -> arguments.number("MOD SHARDS").orElseThrow());
    }

    /** {@code HASH function}, or the usual one. */
    public static String hash(StatementArguments arguments) {
        return arguments.optional("function").orElse(DEFAULT_HASH);
    }

    /** {@code DATABASE 'db%05d'}, or a pattern that begins with the keyspace's name. */
    public static DatabasePattern pattern(StatementArguments arguments, String keyspace) {
        return statedPattern(arguments).orElseGet(() -> parsed(keyspace.toLowerCase(Locale.ROOT) + "%05d"));
    }

    /** {@code DATABASE 'db%05d'}, if it is there. */
    public static Optional<DatabasePattern> statedPattern(StatementArguments arguments) {
        return arguments
                .clause("DATABASE")
                .flatMap(clause -> clause.text("'pattern'"))
                .map(KeyspaceStatements::parsed);
    }

    private static DatabasePattern parsed(String text) {
        try {
            return DatabasePattern.parse(text);
        } catch (IllegalArgumentException e) {
            throw new SyntaxRefused(e.getMessage() + ": say DATABASE 'db%05d'");
        }
    }

    private static StatementAnswer created(NewKeyspace wanted, Done done) {
        KeyspaceShape shape = wanted.shape();
        AnswerTable table = AnswerTable.of(
                number("operation"), text("keyspace"), number("shards"), text("pairs"), number("generation"));
        table.row(done.number(), shape.name(), shape.shards(), String.join(", ", shape.pairs()), done.generation());
        return StatementAnswer.whenTablesRead(done.generation(), table);
    }

    private static StatementAnswer dropped(KeyspaceRemoval removal, Done done) {
        AnswerTable table = AnswerTable.of(number("operation"), text("keyspace"), number("generation"), text("note"));
        table.row(
                done.number(),
                removal.keyspace(),
                done.generation(),
                done.warnings().stream().map(ServerWarning::message).collect(Collectors.joining("; ")));
        return StatementAnswer.whenTablesRead(done.generation(), table);
    }
}
