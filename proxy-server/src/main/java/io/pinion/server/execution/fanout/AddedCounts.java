package io.pinion.server.execution.fanout;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ColumnDefinition;
import io.pinion.protocol.server.Ok;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.FoundDuplicates;
import io.pinion.routing.plan.PreviousDiagnostics.Condition;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.InsertedId;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.routing.plan.SessionEffects;
import io.pinion.routing.plan.Target;
import io.pinion.server.execution.answer.OkPackets;
import io.pinion.server.execution.context.LocalIds;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.session.DiagnosticsEffect;
import io.pinion.server.session.StatementEffects;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Builds the OK of a statement that changed rows on several shards. Sums the shards' counts; for copies of a reference
 * table, whose counts must be equal, one of them stands for all.
 */
public class AddedCounts implements FanOutReply {
    private static final Pattern NUMBER = Pattern.compile("\\d+");

    private static final RoutePlan.FanOut NOWHERE = new RoutePlan.FanOut(
            "", List.of(), List.of(), new Merging.Counts(), false, false, SessionEffects.PLAIN, List.of());

    private final SessionContext session;
    private final RoutePlan.FanOut plan;
    private long insertId;

    /** The insert id of the first copy. */
    private long insertIdOfFirst;

    private @Nullable InsertedId given;

    /** The value of LAST_INSERT_ID(), or 0. */
    private long generated;

    private long affectedRows;
    private int warnings;
    private String info = "";
    /** Whether the shards' answers don't determine the numbers of the info text, which is then empty. */
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
        String told = new String(ok.info(), StandardCharsets.UTF_8);
        if (plan.merging() instanceof Merging.InsertedRows(int ofStatement, FoundDuplicates found)) {
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
            if (insertId != 0 && given.isGenerated()) {
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

    /** The answer of a change that matched no row. */
    public static AddedCounts ofNone(SessionContext session, String info) {
        AddedCounts counts = new AddedCounts(session, NOWHERE);
        counts.info = info;
        return counts;
    }

    @Override
    public void warnedOfText(TextWarnings.Counts counts) {
        if (counts.repeated() != 0) {
            warnings -= counts.repeated();
            info = info.replaceFirst("Warnings: \\d+", "Warnings: " + warnings);
        }
    }

    /** Adds the warnings of the step that found the rows. */
    public void warned(int more) {
        warnings += more;
        info = info.replace("Warnings: 0", "Warnings: " + more);
    }

    /**
     * Adds the counts of a further step of the same statement.
     *
     * @param first whether it is the first step, whose insert id the client gets
     */
    public void add(AddedCounts step, boolean first) {
        affectedRows += step.affectedRows;
        warnings += step.warnings;
        // Servers send no info for a single row.
        infoIsUnknown |= step.infoIsUnknown || (step.info.isEmpty() && !info.isEmpty());
        info = added(info, step.info);
        if (first) {
            insertId = step.insertId;
            generated = step.generated;
        } else if (generated != 0) {
            session.state().insertIdMade(generated);
        }
    }

    /**
     * Makes the counts of steps those of an UPDATE that has changed {@code rows}; returns false when the steps have not
     * changed {@code expected} rows altogether.
     */
    public boolean countAsUpdate(long expected, int rows) {
        if (affectedRows != expected) {
            return false;
        }
        affectedRows = rows;
        info = "Rows matched: " + rows + "  Changed: " + rows + "  Warnings: " + warnings;
        infoIsUnknown = false;
        return true;
    }

    /** The number of rows that an UPDATE has matched, changed or not, or a DELETE has deleted. */
    public long rowsFound() {
        Matcher number = NUMBER.matcher(info);
        return number.find() ? Long.parseLong(number.group()) : affectedRows;
    }

    /** Whether a LOAD DATA has kept all of its rows. */
    public boolean skippedNone() {
        return info.contains("Skipped: 0 ");
    }

    /** The info text for one row, for which servers send none. */
    private String ofOneRow(FoundDuplicates found, Ok ok) {
        long affected = ok.affectedRows();
        long duplicates =
                switch (found) {
                    // The new row counts, and each row that it replaced.
                    case FAIL_OR_GO -> Math.max(0, affected - 1);
                    case STAY -> affected == 0 ? 1 : 0;
                    // A changed row counts twice.
                    case CHANGE -> affected == 2 ? 1 : 0;
                    // With IGNORE, rows count that were left unchanged.
                    case CHANGE_OR_STAY -> affected == 0 ? 1 : 0;
                };
        // IGNORE skips a row for many reasons, of which only an equal key makes a duplicate.
        boolean leavesOut = found == FoundDuplicates.STAY || found == FoundDuplicates.CHANGE_OR_STAY;
        infoIsUnknown |= leavesOut && affected == 0;
        boolean changes = found == FoundDuplicates.CHANGE || found == FoundDuplicates.CHANGE_OR_STAY;
        // The row is either new, or a duplicate that was left unchanged.
        infoIsUnknown |= changes && affected == 1 && findsCount();
        return "Records: 1  Duplicates: " + duplicates + "  Warnings: " + ok.warnings();
    }

    /** Whether matched rows count as if they were changed (CLIENT_FOUND_ROWS). */
    private boolean findsCount() {
        return session.state().capabilities().has(Capabilities.FOUND_ROWS);
    }

    /** The id of the first row with a number of a sequence, which is the same in all statements. */
    private InsertedId given() {
        if (given == null) {
            given = plan.merging() instanceof Merging.InsertedRows || plan.merging() instanceof Merging.Copies
                    ? plan.statements().getFirst().insertedId()
                    : new InsertedId.AsReported();
        }
        return given;
    }

    /** Sets LAST_INSERT_ID(). */
    @Override
    public void made(long number) {
        generated = number;
        session.inserted(number);
    }

    private long insertId(InsertedId inserted, long reported) {
        return switch (inserted) {
            // Servers report explicit values of an AUTO_INCREMENT column, too.
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

    /** Adds each number to the one at the same place: {@code Rows matched: 1  Changed: 1  Warnings: 0}. */
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
        session.state().apply(StatementEffects.of(DiagnosticsEffect.mergedOk(affectedRows, own)));
        return null;
    }

    @Override
    public void fail(ServerError error) {
        session.sink().error(error);
    }
}
