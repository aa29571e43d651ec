package io.pinion.server.admin;

import static io.pinion.server.admin.AnswerTable.number;
import static io.pinion.server.admin.AnswerTable.text;

import io.pinion.operations.engine.OperationOutcome.Done;
import io.pinion.operations.engine.PlannedAction;
import io.pinion.operations.keyspace.KeyspaceShape;
import io.pinion.operations.keyspace.KeyspaceShape.Kind;
import io.pinion.routing.catalog.DatabasePattern;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** {@code CREATE KEYSPACE pinterest ID SHARDS 4096 ON PAIRS p, q}: its databases, and its entry in the topology. */
final class CreateKeyspace extends ExplainedCommand {
    static final String DEFAULT_HASH = "md5";
    private static final String DEFAULT_CHARSET = "utf8mb4";

    CreateKeyspace() {
        super(
                "CREATE KEYSPACE",
                "CREATE KEYSPACE name {ID SHARDS n | MOD SHARDS n [HASH function] | SINGLE} ON PAIR[S] pair[, pair …]"
                        + " [DATABASE 'pattern'] [CHARACTER SET charset] [COLLATE collation]",
                "makes a keyspace over pairs: the databases of its shards, and what clients see; tables come by CREATE"
                        + " TABLE");
    }

    @Override
    public CompletionStage<AdminAnswer> execute(AdminTokens arguments, AdminContext context) {
        KeyspaceShape shape = read(arguments);
        return context.proxy()
                .operations()
                .keyspaces()
                .create(shape, context.session().userName())
                .thenCompose(done -> answer(shape, done, context));
    }

    @Override
    public CompletionStage<List<PlannedAction>> explain(AdminTokens arguments, AdminContext context) {
        return context.proxy().operations().keyspaces().explainCreate(read(arguments));
    }

    private static KeyspaceShape read(AdminTokens arguments) {
        String name = arguments.name("the name of a keyspace");
        Kind kind = kind(arguments);
        int shards = 1;
        String hash = "";
        if (kind != Kind.SINGLE) {
            arguments.require("SHARDS");
            shards = OpenShards.whole(arguments, "a number of shards");
        }
        if (kind == Kind.MOD) {
            hash = arguments.take("HASH") ? arguments.name("the name of a hash") : DEFAULT_HASH;
        }
        List<String> pairs = pairs(arguments, kind);
        Optional<DatabasePattern> databases =
                kind == Kind.SINGLE ? Optional.empty() : Optional.of(pattern(arguments, name));
        String charset = arguments.take("CHARACTER SET") ? arguments.name("a character set") : DEFAULT_CHARSET;
        String collation = arguments.take("COLLATE") ? arguments.name("a collation") : "";
        arguments.end();
        return new KeyspaceShape(name, kind, shards, databases, pairs, hash, charset, collation);
    }

    private static Kind kind(AdminTokens arguments) {
        for (Kind kind : Kind.values()) {
            if (arguments.take(kind.name())) {
                return kind;
            }
        }
        throw arguments.expected("ID, MOD or SINGLE");
    }

    private static List<String> pairs(AdminTokens arguments, Kind kind) {
        if (kind != Kind.SINGLE) {
            return pairs(arguments);
        }
        arguments.require("ON PAIR");
        return List.of(arguments.name("the name of a pair"));
    }

    /** {@code ON PAIR p} or {@code ON PAIRS p, q}. */
    static List<String> pairs(AdminTokens arguments) {
        if (!arguments.take("ON PAIRS")) {
            arguments.require("ON PAIR");
        }
        List<String> pairs = new ArrayList<>(List.of(arguments.name("the name of a pair")));
        while (arguments.takeSign(",")) {
            pairs.add(arguments.name("the name of a pair"));
        }
        return pairs;
    }

    /** {@code DATABASE 'db%05d'}, or a pattern that begins with the keyspace's name. */
    static DatabasePattern pattern(AdminTokens arguments, String keyspace) {
        return statedPattern(arguments).orElseGet(() -> parsed(keyspace.toLowerCase(Locale.ROOT) + "%05d"));
    }

    /** {@code DATABASE 'db%05d'}, if it is there. */
    static Optional<DatabasePattern> statedPattern(AdminTokens arguments) {
        return arguments.take("DATABASE")
                ? Optional.of(parsed(arguments.string("a pattern such as 'db%05d'")))
                : Optional.empty();
    }

    private static DatabasePattern parsed(String text) {
        try {
            return DatabasePattern.parse(text);
        } catch (IllegalArgumentException e) {
            throw new AdminSyntaxException(e.getMessage() + ": say DATABASE 'db%05d'");
        }
    }

    /** Answers once this proxy knows the keyspace. */
    private static CompletionStage<AdminAnswer> answer(KeyspaceShape shape, Done done, AdminContext context) {
        return context.proxy()
                .readSchema(done.generation())
                .thenApply(read -> new AdminAnswer.Answered(AnswerTable.of(
                                number("operation"),
                                text("keyspace"),
                                number("shards"),
                                text("pairs"),
                                number("generation"))
                        .row(
                                done.number(),
                                shape.name(),
                                shape.shards(),
                                String.join(", ", shape.pairs()),
                                done.generation())
                        .rows()));
    }
}
