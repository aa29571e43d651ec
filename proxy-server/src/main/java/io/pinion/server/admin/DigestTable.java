package io.pinion.server.admin;

import static io.pinion.server.admin.AdminTable.decimal;
import static io.pinion.server.admin.AdminTable.number;
import static io.pinion.server.admin.AdminTable.text;
import static io.pinion.server.admin.AdminTable.textOrNull;
import static io.pinion.server.admin.AdminTable.time;

import io.pinion.operations.statement.StatementArguments;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.server.admin.AdminTable.Unit;
import io.pinion.server.digest.StatementDigest;
import java.util.concurrent.CompletionStage;

/** Which statements eat a pair. */
final class DigestTable {
    private DigestTable() {}

    /** {@code SHOW DIGESTS}: what statements of one shape have cost; those that took most time first. */
    static AdminTable<?> table() {
        return new AdminTable<StatementDigest>(
                "SHOW DIGESTS",
                "what the statements of this proxy have cost, by their shape, keyspace, user and pair",
                (arguments, context) -> context.proxy().digests(),
                textOrNull("pair", StatementDigest::pair, "The pair that ran it; NULL for several or none"),
                textOrNull("keyspace", StatementDigest::keyspace, "The keyspace; NULL for none"),
                textOrNull("user", StatementDigest::user, "The user who sent it"),
                number("count", StatementDigest::count, "How often it was sent"),
                decimal("seconds", Unit.SECONDS, row -> seconds(row.nanos()), "The time that all took together"),
                decimal("p50_ms", Unit.MILLISECONDS, row -> percentile(row, 50), "Half took as long or less"),
                decimal(
                        "p95_ms",
                        Unit.MILLISECONDS,
                        row -> percentile(row, 95),
                        "Nineteen of twenty took as long or less"),
                decimal(
                        "p99_ms",
                        Unit.MILLISECONDS,
                        row -> percentile(row, 99),
                        "All but one in a hundred took as long or less"),
                decimal("max_ms", Unit.MILLISECONDS, row -> row.longestNanos() / 1e6, "The longest that one took"),
                decimal(
                        "waited",
                        Unit.SECONDS,
                        row -> seconds(row.waitedNanos()),
                        "The part of the time in which they waited for a connection"),
                number("sent", StatementDigest::sent, "How often a server was sent something for it"),
                number("rows", StatementDigest::rows, "The rows that were sent or changed"),
                number("bytes", Unit.BYTES, StatementDigest::bytes, "The bytes of all answers"),
                number("failed", StatementDigest::failed, "How often it ended in an error"),
                textOrNull("errors", StatementDigest::errors, "Each error code and how often it came; NULL for none"),
                time("first_seen", StatementDigest::firstSeen, "When it first ended"),
                time("last_seen", StatementDigest::lastSeen, "When it last ended"),
                text("statement", StatementDigest::statement, "The statement with each literal as a question mark"));
    }

    private static Double seconds(long nanos) {
        return nanos / 1e9;
    }

    private static Double percentile(StatementDigest digest, double percent) {
        return digest.percentileMicros(percent) / 1e3;
    }

    /** {@code RESET DIGESTS}: counts anew from now on. */
    static final class Reset extends AdminCommand {
        Reset() {
            super("RESET DIGESTS", "forgets what statements have cost, and counts anew");
        }

        @Override
        CompletionStage<AdminAnswer> execute(StatementArguments arguments, AdminContext context) {
            return context.proxy().resetDigests().thenApply(done -> new AdminAnswer.Answered(new LocalAnswer.Done()));
        }
    }
}
