package io.pinion.server.admin;

import static io.pinion.operations.statement.AnswerTable.number;
import static io.pinion.operations.statement.AnswerTable.text;

import io.pinion.operations.statement.AnswerTable;
import io.pinion.operations.statement.ShardNumbers;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.verify.ShardVerdict;
import io.pinion.operations.verify.VerifyScope;
import io.pinion.routing.plan.LocalAnswer.Column;
import java.util.List;
import java.util.concurrent.CompletionStage;

/** {@code VERIFY SHARDS} and {@code VERIFY PAIR}: compare the rows of standbys with those of their primaries. */
final class VerifyShards extends AdminCommand {
    private static final List<Column> COLUMNS = List.of(
            text("keyspace"),
            number("shard"),
            text("pair"),
            number("tables"),
            number("rows"),
            text("outcome"),
            text("difference"));

    private final Scope scope;

    /** Reads the scope that the statement names. */
    private interface Scope {
        VerifyScope read(StatementArguments arguments);
    }

    private VerifyShards(String syntax, String purpose, Scope scope) {
        super(syntax, purpose);
        this.scope = scope;
    }

    static VerifyShards shards() {
        return new VerifyShards(
                "VERIFY SHARDS [first-last] IN keyspace",
                "compares the rows of shards on their standby with those on their primary, while clients go on",
                VerifyShards::shards);
    }

    static VerifyShards pair() {
        return new VerifyShards(
                "VERIFY PAIR pair",
                "the same for all shards that live on a pair",
                arguments -> new VerifyScope.Pair(arguments.text("pair")));
    }

    private static VerifyScope shards(StatementArguments arguments) {
        String keyspace = arguments.text("keyspace");
        if (arguments.optional("first-last").isEmpty()) {
            return new VerifyScope.Keyspace(keyspace);
        }
        ShardNumbers shards = arguments.shards();
        return new VerifyScope.Shards(keyspace, shards.first(), shards.last());
    }

    @Override
    public CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
        VerifyScope wanted = scope.read(arguments);
        long session = context.session().connectionId();
        return context.proxy()
                .operations()
                .verify(wanted, () -> !context.proxy().isConnected(session))
                .thenApply(verdicts -> {
                    AnswerTable table = new AnswerTable(COLUMNS);
                    for (ShardVerdict verdict : verdicts) {
                        table.row(
                                verdict.keyspace(),
                                verdict.shard(),
                                verdict.pair(),
                                verdict.tables(),
                                verdict.rows(),
                                verdict.outcome(),
                                verdict.detail());
                    }
                    if (verdicts.isEmpty()) {
                        // An answer without a row would look like one without a difference.
                        table.row(
                                null, null, null, 0, 0, "no shards", "there is no open shard to compare (SHOW SHARDS)");
                    }
                    return new AdminAnswer.Answered(table.rows());
                });
    }
}
