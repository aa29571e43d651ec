package io.pinion.operations.transfer;

import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.engine.RunningOperation;
import io.pinion.operations.move.PairSide;
import io.pinion.operations.transfer.binlog.SourcePlace;
import io.pinion.operations.transfer.rows.CarriedKey;
import io.pinion.operations.transfer.rows.Following;
import io.pinion.operations.transfer.rows.ImportComparison;
import io.pinion.operations.transfer.rows.ImportData;
import io.pinion.operations.transfer.rows.ImportDirection;
import io.pinion.operations.transfer.rows.ImportServer;
import io.pinion.operations.transfer.rows.ImportSides;
import io.pinion.operations.transfer.rows.RejectedRow;
import io.pinion.operations.transfer.rows.RejectedRows;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The rows that are carried to shards, as steps need them. What was begun goes on from the places in the
 * journal. Blocks; one attempt's.
 */
public final class ImportRows implements AutoCloseable {
    /** A lag that clients don't notice as a wait. */
    private static final Duration SMALL_LAG = Duration.ofMillis(50);

    /** After each of these, a lag may be longer by a small one: a busy machine never has none. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /** A longer one would be a pause that clients of the hand-over notice. */
    private static final Duration MOST_LAG = Duration.ofMillis(500);

    private static final Duration LAG_WAIT = Duration.ofSeconds(1);

    /** How long a side may be behind without getting nearer. */
    private static final Duration CATCH_UP = Duration.ofHours(1);

    /** How long a server may take for an answer. */
    private static final Duration ANSWER = Duration.ofSeconds(30);

    private static final int MOST_NAMED = ImportComparison.Difference.MOST_NAMED;

    private final OperationServices services;
    private final RunningOperation operation;
    private final TransferredRows carried;
    private final ImportFacts facts;
    private final ImportPace pace;
    private final RejectedRows rejected;
    private @Nullable ImportData data;
    private @Nullable Following following;
    private ImportDirection direction = ImportDirection.FORTH;
    private Set<CarriedKey> inDoubt = Set.of();

    public ImportRows(OperationServices services, RunningOperation operation, TransferredRows carried) {
        this.services = services;
        this.operation = operation;
        this.carried = carried;
        this.facts = new ImportFacts(operation);
        this.pace = new ImportPace(operation, services, carried);
        this.rejected = RejectedRows.from(facts.rejected(), facts::rejected);
    }

    // --- the servers

    private ImportData data() throws OperationRefused, SQLException {
        ImportData opened = data;
        if (opened == null) {
            endEarlierAttempts();
            opened = ImportData.open(sides(), carried.tables(), rejected);
            data = opened;
        }
        return opened;
    }

    private ImportSides sides() {
        return new ImportSides(
                carried.source(),
                carried.target(),
                carried.keyspace(),
                pace,
                services.copies().speed(),
                ANSWER);
    }

    /** Whatever they still write would come behind what this attempt does. */
    private void endEarlierAttempts() throws SQLException {
        if (!operation.isExplained() && operation.isResumed()) {
            Set<ImportServer> servers = new LinkedHashSet<>(carried.source().servers());
            servers.addAll(carried.target().servers());
            for (ImportServer server : servers) {
                server.takenOver(ANSWER).close();
            }
        }
    }

    /** What is in the way, each with the way out. */
    public List<String> problems() throws OperationRefused, SQLException {
        return data().problems();
    }

    // --- forth

    /** Copies what isn't copied yet. */
    public void copy() throws OperationRefused, SQLException {
        if (facts.places(ImportDirection.FORTH).isEmpty()) {
            facts.begins(ImportDirection.FORTH, data().beginning(ImportDirection.FORTH));
        }
        pace.expect(carried.rowsExpected());
        if (!rejected.all().isEmpty()) {
            following(ImportDirection.FORTH).lookAgain();
            stopFollowing();
        }
        data().copy(facts.copied(carried.tables()), state -> {
            facts.copied(state);
            pace.copied(facts.copied(carried.tables()).values());
        });
        operation.confirm();
    }

    /** The side that gets the name has nearly all changes, clients' present writes included. */
    public void catchUp(ImportDirection way) throws OperationRefused, SQLException {
        Following open = following(way);
        if (!rejected.all().isEmpty()) {
            // A value that went from one shard to another is rejected until the first one's change is carried, too.
            open.lookAgain();
        }
        long begun = System.nanoTime();
        Duration nearest = open.lag();
        while (true) {
            Map<String, SourcePlace> now = data().now(way);
            long asked = System.nanoTime();
            boolean there;
            try {
                there = open.catchUp(now, LAG_WAIT);
            } finally {
                facts.applied(way, open.applied());
            }
            long tries = 1 + (asked - begun) / PATIENCE.toNanos();
            long enough = Math.min(MOST_LAG.toNanos(), tries * SMALL_LAG.toNanos());
            if (there && System.nanoTime() - asked <= enough) {
                operation.confirm();
                return;
            }
            operation.tellIfMine(told(open));
            operation.requireMayGoOn();
            if (open.lag().compareTo(nearest) < 0) {
                nearest = open.lag();
                begun = System.nanoTime();
            }
            if (System.nanoTime() - begun > CATCH_UP.toNanos()) {
                throw new OperationRefused(switch (way) {
                            case FORTH -> "the shards are behind all the time: RESUME OPERATION ";
                            case BACK -> "the old database is behind all the time: REVERT OPERATION ";
                        }
                        + operation.number() + " when fewer write");
            }
        }
    }

    private static String told(Following open) {
        return open.changes() + " changes of clients carried, " + open.lag().toSeconds() + " s behind";
    }

    private String ready(Following open) {
        int bad = rejected.all().size();
        return told(open)
                + (bad == 0 ? "; " : "; " + rows(bad) + " rejected: correct them (SHOW REJECTED ROWS), and then ")
                + "HAND OVER OPERATION " + operation.number() + " compares every row and hands over";
    }

    /** Carries on what clients write, until the journal says that the name may be handed over. */
    public void followOn() throws OperationRefused, SQLException {
        Following open = following(ImportDirection.FORTH);
        operation.update(progress -> progress.withHandOverAwaited().withDetail(ready(open)));
        while (!operation.progress().isHandOverAsked()) {
            long end = System.nanoTime() + LAG_WAIT.toNanos();
            open.runUntil(() -> System.nanoTime() - end > 0);
            facts.applied(ImportDirection.FORTH, open.applied());
            operation.tellIfMine(ready(open));
            operation.requireMayGoOn();
        }
    }

    /** Refuses while a fence is up yet, where the binary logs can't be followed. */
    void requirePlaces(ImportDirection way) throws OperationRefused, SQLException {
        following(way);
    }

    private Following following(ImportDirection way) throws OperationRefused, SQLException {
        Following open = following;
        if (open != null && direction == way) {
            return open;
        }
        stopFollowing();
        Map<String, SourcePlace> from = facts.places(way);
        if (from.isEmpty()) {
            throw new OperationRefused("the journal doesn't say from where to follow: CANCEL OPERATION "
                    + operation.number() + ", and begin anew");
        }
        open = data().follow(way, from);
        following = open;
        direction = way;
        return open;
    }

    /**
     * Looks at rejected rows once more: what kept one from being carried may have been another setting of a server.
     */
    private void requireNoneRejected(ImportDirection way) throws OperationRefused, SQLException {
        if (!rejected.all().isEmpty()) {
            following(way).lookAgain();
        }
        List<RejectedRow> left = rejected.all();
        if (!left.isEmpty()) {
            throw new OperationRefused(rows(left.size()) + " can't be carried: "
                    + few(left.stream().map(RejectedRow::toString).toList())
                    + " (SHOW REJECTED ROWS): correct them " + cure(way));
        }
    }

    private String cure(ImportDirection way) {
        return switch (way) {
            case FORTH ->
                "in " + carried.place() + ", and RESUME OPERATION " + operation.number()
                        + (carried.task().onRequest()
                                ? " follows on, until HAND OVER OPERATION " + operation.number()
                                : "");
            case BACK ->
                "on the shards (of two rows with one unique value, either), and REVERT OPERATION " + operation.number();
        };
    }

    private static String rows(int count) {
        return count + (count == 1 ? " row" : " rows");
    }

    public void compare(ImportDirection way) throws OperationRefused, SQLException {
        requireNoneRejected(way);
        Following open = following(way);
        pace.expect(carried.rowsExpected());
        ImportComparison.Result result = data().compare(way, open);
        facts.applied(way, open.applied());
        requireNoneRejected(way);
        requireEqual(way, result);
        inDoubt = result.inDoubt();
        operation.note("compared", result.rows() + " rows, " + inDoubt.size() + " of them in doubt");
    }

    private void requireEqual(ImportDirection way, ImportComparison.Result result) throws OperationRefused {
        if (!result.differences().isEmpty()) {
            List<String> differing = result.differences().stream()
                    .map(difference -> difference.row() + " is " + difference.what())
                    .toList();
            throw new OperationRefused(result.differences().size() + " of " + result.rows() + " rows differ: "
                    + few(differing)
                    + switch (way) {
                        case FORTH -> ": CANCEL OPERATION " + operation.number() + ", and begin anew";
                        case BACK -> ": correct them on the shards, and REVERT OPERATION " + operation.number();
                    });
        }
    }

    private static String few(List<String> all) {
        return all.stream().limit(MOST_NAMED).collect(Collectors.joining("; "))
                + (all.size() > MOST_NAMED ? "; …" : "");
    }

    /** Behind the fence: brings the rest, and looks once more at what was in doubt. Statements wait: nothing is waited for. */
    public void bringRest(ImportDirection way, Duration most) throws OperationRefused, SQLException {
        pace.hurry(true);
        try {
            Following open = following(way);
            if (!open.catchUp(ends(way), most)) {
                throw new OperationRefused(
                        "the last changes didn't come within " + most.toMillis() + " ms of clients' waiting");
            }
            requireNoneRejected(way);
            if (inDoubt.isEmpty()) {
                return;
            }
            ImportComparison.Result result = data().compare(way, open, inDoubt);
            if (!result.isEqual()) {
                requireEqual(way, result);
                throw new OperationRefused(result.inDoubt().size() + " rows are in doubt, such as "
                        + result.inDoubt().iterator().next());
            }
        } finally {
            pace.hurry(false);
        }
    }

    /** Where the binary logs end, by connections that there are: clients wait. */
    private Map<String, SourcePlace> ends(ImportDirection way) throws SQLException {
        List<PairSide> sides =
                switch (way) {
                    case FORTH -> carried.servers().sources();
                    case BACK -> carried.servers().targets();
                };
        Map<String, SourcePlace> ends = new LinkedHashMap<>();
        for (PairSide side : sides) {
            ends.put(side.pair().primary().name(), SourcePlace.of(side.primary().place(), ""));
        }
        return ends;
    }

    /** For the way back: what is written to the shards from now on is found from these places on. */
    public void beginsBack() throws OperationRefused, SQLException {
        facts.begins(ImportDirection.BACK, data().beginning(ImportDirection.BACK));
    }

    private void stopFollowing() {
        Following open = following;
        following = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() {
        stopFollowing();
        pace.close();
        data = null;
    }
}
