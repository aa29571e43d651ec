package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.FoundDuplicates;
import io.pinion.routing.plan.PreviousAnswer.Condition;
import io.pinion.routing.plan.PreviousAnswer.Conditions;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.StatementTraits;
import io.pinion.routing.plan.Target;
import io.pinion.server.execution.answer.OkPackets;
import io.pinion.server.execution.context.LocalIds;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.LastAnswer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The OK of a statement that has changed rows on several shards: what each has changed is added up, but that of copies, which
 * must be the same, counts once.
 */
public final class AddedCounts implements FanOutReply {
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private static final RoutePlan.FanOut NOWHERE = new RoutePlan.FanOut(
            "", List.of(), List.of(), new Merging.Counts(), false, false, StatementTraits.PLAIN, List.of());

    private final SessionContext session;
    private final RoutePlan.FanOut plan;
    private long insertId;

    /** What the first copy has said. */
    private long insertIdOfFirst;

    private @Nullable InsertedId given;

    /** What LAST_INSERT_ID() tells, or 0. */
    private long generated;

    private long affectedRows;
    private int warnings;
    /** How many shards have warned. */
    private int warned;

    private String info = "";
    /** Whether what a shard has told leaves open what the info text must say: then there is none. */
    private boolean infoIsUnknown;

    public AddedCounts(SessionContext session, RoutePlan.FanOut plan) {
        this.session = session;
        this.plan = plan;
    }

    @Override
    public @Nullable ServerError rowsBegin(
            Target target, int columns, List<ColumnDefinition> definitions, List<byte[]> asTheyCame) {
        return new ServerError(ErrorCode.UNKNOWN_ERROR, target + " answered with rows to a statement that has none");
    }

    @Override
    public @Nullable ServerError row(int source, ByteBuf payload) {
        return null;
    }

    @Override
    public @Nullable ServerError rowsEnded(int source, int warnings) {
        return null;
    }

    @Override
    public @Nullable ServerError done(int source, Ok ok) {
        if (plan.merging() instanceof Merging.Copies && source > 0) {
            return sameAsFirst(source, ok);
        }
        affectedRows += ok.affectedRows();
        warnings += ok.warnings();
        warned += ok.warnings() > 0 ? 1 : 0;
        String told = new String(ok.info(), StandardCharsets.UTF_8);
        if (plan.merging() instanceof Merging.NewRows(int ofStatement, FoundDuplicates found)) {
            info = added(info, told.isEmpty() ? ofOneRow(found, ok) : told);
            ServerError refused = LocalIds.refusal(ok);
            if (refused != null && plan.statements().get(source).insertedId() instanceof InsertedId.Composed) {
                return refused;
            }
            if (source == ofStatement) {
                insertId = insertId(plan.statements().get(source).insertedId(), ok.lastInsertId());
            }
        } else {
            info = added(info, told);
        }
        if (plan.merging() instanceof Merging.Copies) {
            insertIdOfFirst = ok.lastInsertId();
            insertId = insertIdOfFirst;
        }
        if (given() instanceof InsertedId.Given given) {
            insertId = given.told(affectedRows, ok.lastInsertId());
            if (insertId != 0) {
                made(insertId);
            }
        }
        return null;
    }

    private @Nullable ServerError sameAsFirst(int source, Ok ok) {
        if (ok.affectedRows() == affectedRows && ok.lastInsertId() == insertIdOfFirst) {
            return null;
        }
        return new ServerError(
                ErrorCode.UNKNOWN_ERROR,
                "the copies of a reference table differ: " + plan.targets().get(source) + " would have changed "
                        + ok.affectedRows() + " rows (insert id " + ok.lastInsertId() + "), and "
                        + plan.targets().getFirst() + " " + affectedRows + " (insert id " + insertIdOfFirst
                        + "): nothing was changed; compare them by the physical names of their databases");
    }

    /** The answer of a change that no row was there for. */
    public static AddedCounts ofNone(SessionContext session, String info) {
        AddedCounts counts = new AddedCounts(session, NOWHERE);
        counts.info = info;
        return counts;
    }

    @Override
    public void common(int common) {
        if (warned > 1) {
            warnings -= common * (warned - 1);
            info = info.replaceFirst("Warnings: \\d+", "Warnings: " + warnings);
        }
    }

    /** Finding the rows has left so many warnings. */
    public void warned(int more) {
        warnings += more;
        info = info.replace("Warnings: 0", "Warnings: " + more);
    }

    /**
     * A further step of the same statement has changed something, too.
     *
     * @param first whether it is the first step, whose insert id is the client's
     */
    public void add(AddedCounts step, boolean first) {
        affectedRows += step.affectedRows;
        warnings += step.warnings;
        // Of a single row servers say nothing.
        infoIsUnknown |= step.infoIsUnknown || (step.info.isEmpty() && !info.isEmpty());
        info = added(info, step.info);
        if (first) {
            insertId = step.insertId;
            generated = step.generated;
        } else if (generated != 0) {
            session.state().inserted(generated);
        }
    }

    /** How many rows an UPDATE has matched, changed or not, or a DELETE has deleted. */
    public long rowsFound() {
        Matcher number = NUMBER.matcher(info);
        return number.find() ? Long.parseLong(number.group()) : affectedRows;
    }

    /** Whether a load has kept all of its rows. */
    public boolean skippedNone() {
        return info.contains("Skipped: 0 ");
    }

    /** Servers say this of several rows only. */
    private String ofOneRow(FoundDuplicates found, Ok ok) {
        long affected = ok.affectedRows();
        long duplicates =
                switch (found) {
                    // A new row, and each that went for it.
                    case FAIL_OR_GO -> Math.max(0, affected - 1);
                    case STAY -> affected == 0 ? 1 : 0;
                    // A row that is changed counts twice.
                    case CHANGE -> affected == 2 ? 1 : 0;
                    // With IGNORE, those count that were left as they are.
                    case CHANGE_OR_STAY -> affected == 0 ? 1 : 0;
                };
        // IGNORE leaves a row out for many reasons, and of those only a row of the same key is a duplicate.
        boolean leavesOut = found == FoundDuplicates.STAY || found == FoundDuplicates.CHANGE_OR_STAY;
        infoIsUnknown |= leavesOut && affected == 0;
        boolean changes = found == FoundDuplicates.CHANGE || found == FoundDuplicates.CHANGE_OR_STAY;
        // Then it is new, or was found and left as it is, which is a duplicate.
        infoIsUnknown |= changes && affected == 1 && findsCount();
        return "Records: 1  Duplicates: " + duplicates + "  Warnings: " + ok.warnings();
    }

    /** Whether rows that are found count as if they were changed. */
    private boolean findsCount() {
        return session.state().capabilities().has(Capabilities.FOUND_ROWS);
    }

    /** The number of the first row that has got one from a sequence is the same in all statements. */
    private InsertedId given() {
        if (given == null) {
            given = plan.merging() instanceof Merging.NewRows || plan.merging() instanceof Merging.Copies
                    ? plan.statements().getFirst().insertedId()
                    : new InsertedId.AsReported();
        }
        return given;
    }

    /** It is what LAST_INSERT_ID() tells from now on. */
    @Override
    public void made(long number) {
        generated = number;
        session.inserted(number);
    }

    private long insertId(InsertedId inserted, long reported) {
        return switch (inserted) {
            // Explicit values of a column that servers count, too.
            case InsertedId.Given given -> 0;
            case InsertedId.AsReported asReported -> reported;
            case InsertedId.Composed(long base, boolean made) -> {
                if (reported == 0) {
                    yield reported;
                }
                if (made) {
                    made(base | reported);
                }
                yield base | reported;
            }
        };
    }

    /** {@code Rows matched: 1  Changed: 1  Warnings: 0}: each number is added to the one at its place. */
    static String added(String one, String other) {
        if (one.isEmpty() || other.isEmpty()) {
            return one + other;
        }
        Matcher more = NUMBER.matcher(other);
        return NUMBER.matcher(one)
                .replaceAll(number -> more.find()
                        ? Long.toString(Long.parseLong(number.group()) + Long.parseLong(more.group()))
                        : number.group());
    }

    @Override
    public @Nullable ServerError end(List<Condition> own) {
        Ok ok = new Ok(
                affectedRows,
                insertId,
                session.state().status(),
                Math.min(0xFFFF, warnings + own.size()),
                (infoIsUnknown ? "" : info).getBytes(StandardCharsets.UTF_8),
                new byte[0]);
        session.sink()
                .relay(OkPackets.write(
                        ok, session.sink().nextSequence(), session.state().capabilities()));
        session.sink().flush();
        LastAnswer last = session.state().lastAnswer();
        last.answered(affectedRows, true, true, LastAnswer.Leaves.NONE);
        last.countsAreSpoiled();
        last.listed(new Conditions(own));
        return null;
    }

    @Override
    public void fail(ServerError error) {
        session.sink().error(error);
    }
}
