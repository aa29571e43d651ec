package io.pinion.server.admin;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.server.observe.ShadowOutcome;
import io.pinion.server.observe.ShadowSnapshot;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.ToLongFunction;

/** {@code SHOW SHADOW READS}: reads that this proxy has asked of the old database and of the new keyspace. */
final class ShowShadowReads extends AdminTable<ShadowSnapshot> {
    private static final double NANOS_PER_MILLI = 1e6;

    ShowShadowReads() {
        super(
                "SHOW SHADOW READS",
                "how the keyspace of a database that is being imported answers reads, beside that database",
                text("keyspace", ShadowSnapshot::keyspace, "The keyspace, which has the name of the database"),
                text("statement", ShadowSnapshot::statement, "The shape of the statement"),
                number("asked", ShadowSnapshot::asked, "How often both were asked"),
                outcome(
                        ShadowOutcome.SAME,
                        "The same columns and rows, in any order where the statement has no ORDER BY"),
                outcome(ShadowOutcome.OTHER_ROWS, "The keyspace answers with other rows or names of columns"),
                outcome(
                        ShadowOutcome.OTHER_ORDER,
                        "The same rows, but in another order in spite of an ORDER BY; or a LIMIT takes as many others"),
                outcome(ShadowOutcome.REFUSED, "The keyspace answers with an error, which last has"),
                outcome(
                        ShadowOutcome.NOT_COMPARED,
                        "An answer was too large, too slow, not there or changing, or too many reads waited"),
                mean("old_ms", ShadowSnapshot::oldNanos, "The mean time of the old database's answer"),
                mean("new_ms", ShadowSnapshot::newNanos, "The mean time of the keyspace's answer"),
                text("last", ShadowSnapshot::last, "The last outcome that was not same"));
    }

    private static AdminColumn<ShadowSnapshot> outcome(ShadowOutcome outcome, String meaning) {
        return number(outcome.name().toLowerCase(Locale.ROOT), read -> read.count(outcome), meaning);
    }

    private static AdminColumn<ShadowSnapshot> mean(String name, ToLongFunction<ShadowSnapshot> nanos, String meaning) {
        return decimal(name, Unit.MILLISECONDS, read -> nanos.applyAsLong(read) / NANOS_PER_MILLI, meaning);
    }

    @Override
    CompletionStage<List<ShadowSnapshot>> rows(StatementArguments arguments, AdminContext context) {
        return CompletableFuture.completedStage(context.proxy().shadowReads());
    }
}
