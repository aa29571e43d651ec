package io.pinion.server.admin;

import static io.pinion.server.admin.AdminTable.number;
import static io.pinion.server.admin.AdminTable.text;

import io.pinion.operations.statement.ShardNumbers;
import io.pinion.operations.statement.StatementArguments;
import io.pinion.operations.statement.SyntaxLine;
import io.pinion.operations.verify.ShardVerdict;
import io.pinion.operations.verify.VerifyScope;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/** {@code VERIFY SHARDS} and {@code VERIFY PAIR}: compare the rows of standbys with those of their primaries. */
final class VerifyShards {
    private VerifyShards() {}

    static AdminTable<?> shards() {
        return table(
                "VERIFY SHARDS [first-last] IN keyspace",
                "compares the rows of shards on their standby with those on their primary, while clients go on",
                VerifyShards::scope);
    }

    static AdminTable<?> pair() {
        return table(
                "VERIFY PAIR pair",
                "the same for all shards that live on a pair",
                arguments -> new VerifyScope.Pair(arguments.text("pair")));
    }

    private static VerifyScope scope(StatementArguments arguments) {
        String keyspace = arguments.text("keyspace");
        if (arguments.optional("first-last").isEmpty()) {
            return new VerifyScope.Keyspace(keyspace);
        }
        ShardNumbers shards = arguments.shards();
        return new VerifyScope.Shards(keyspace, shards.first(), shards.last());
    }

    private static AdminTable<?> table(String syntax, String purpose, Function<StatementArguments, VerifyScope> scope) {
        return new AdminTable<Optional<ShardVerdict>>(
                List.of(SyntaxLine.of(syntax)),
                purpose,
                (arguments, context) -> verdicts(scope.apply(arguments), context),
                text("keyspace", of(ShardVerdict::keyspace), "The keyspace of the shard"),
                number("shard", of(ShardVerdict::shard), "The number of the shard"),
                text("pair", of(ShardVerdict::pair), "The pair that has the shard"),
                number("tables", told -> told.map(ShardVerdict::tables).orElse(0), "The tables that were compared"),
                number("rows", told -> told.map(ShardVerdict::rows).orElse(0L), "Their rows on the primary"),
                text(
                        "outcome",
                        told -> told.<Object>map(ShardVerdict::outcome).orElse("no shards"),
                        "Whether the shard is equal, differs or is not verified"),
                text(
                        "difference",
                        told -> told.map(ShardVerdict::detail)
                                .orElse("there is no open shard to compare (SHOW SHARDS)"),
                        "What differs, or why the shard is not verified"));
    }

    private static Function<Optional<ShardVerdict>, ?> of(Function<ShardVerdict, ?> value) {
        return told -> told.map(value);
    }

    /** An answer without a row would look like one without a difference. */
    private static CompletionStage<List<Optional<ShardVerdict>>> verdicts(VerifyScope wanted, AdminContext context) {
        long session = context.session().connectionId();
        return context.proxy()
                .operations()
                .verify(wanted, () -> !context.proxy().isConnected(session))
                .thenApply(verdicts -> verdicts.isEmpty()
                        ? List.of(Optional.empty())
                        : verdicts.stream().map(Optional::of).toList());
    }
}
