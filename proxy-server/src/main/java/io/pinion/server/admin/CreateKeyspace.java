package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.operations.keyspace.NewKeyspace;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxRefused;
import io.pinion.routing.catalog.DatabasePattern;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code CREATE KEYSPACE pinterest ID SHARDS 4096 ON PAIRS p, q}: its databases, and its entry in the topology. */
final class CreateKeyspace extends AnsweredCommand<NewKeyspace, Done> {
    static final String DEFAULT_HASH = "md5";
    private static final String DEFAULT_CHARSET = "utf8mb4";

    CreateKeyspace() {
        super(
                "CREATE KEYSPACE name {ID SHARDS n | MOD SHARDS n [HASH function] | SINGLE} ON PAIR[S] pair[, pair …]"
                        + " [DATABASE 'pattern'] [CHARACTER SET charset] [COLLATE collation]",
                "makes a keyspace over pairs: the databases of its shards, and what clients see; tables come by CREATE"
                        + " TABLE");
    }

    @Override
    NewKeyspace read(StatementArguments arguments, AdminContext context) {
        String name = arguments.text("name");
        Kind kind = arguments.has("SINGLE") ? Kind.SINGLE : arguments.has("ID SHARDS") ? Kind.ID : Kind.MOD;
        return new NewKeyspace(new KeyspaceShape(
                name,
                kind,
                kind == Kind.SINGLE ? 1 : shards(arguments),
                kind == Kind.SINGLE ? Optional.empty() : Optional.of(pattern(arguments, name)),
                arguments.texts("pair"),
                kind == Kind.MOD ? arguments.optional("function").orElse(DEFAULT_HASH) : "",
                arguments.optional("charset").orElse(DEFAULT_CHARSET),
                arguments.optional("collation").orElse("")));
    }

    /** Behind ID SHARDS or MOD SHARDS. */
    static int shards(StatementArguments arguments) {
        return arguments
                .number("ID SHARDS")
                .orElseGet(() -> arguments.number("MOD SHARDS").orElseThrow());
    }

    /** {@code DATABASE 'db%05d'}, or a pattern that begins with the keyspace's name. */
    static DatabasePattern pattern(StatementArguments arguments, String keyspace) {
        return statedPattern(arguments).orElseGet(() -> parsed(keyspace.toLowerCase(Locale.ROOT) + "%05d"));
    }

    /** {@code DATABASE 'db%05d'}, if it is there. */
    static Optional<DatabasePattern> statedPattern(StatementArguments arguments) {
        return arguments
                .clause("DATABASE")
                .flatMap(clause -> clause.text("'pattern'"))
                .map(CreateKeyspace::parsed);
    }

    private static DatabasePattern parsed(String text) {
        try {
            return DatabasePattern.parse(text);
        } catch (IllegalArgumentException e) {
            throw new SyntaxRefused(e.getMessage() + ": say DATABASE 'db%05d'");
        }
    }

    @Override
    CompletionStage<AdminAnswer> answer(NewKeyspace wanted, Done done, AdminContext context) {
        KeyspaceShape shape = wanted.shape();
        AnswerTable table = AnswerTable.of(
                number("operation"), text("keyspace"), number("shards"), text("pairs"), number("generation"));
        table.row(done.number(), shape.name(), shape.shards(), String.join(", ", shape.pairs()), done.generation());
        return context.known(done.generation(), table.rows());
    }
}
