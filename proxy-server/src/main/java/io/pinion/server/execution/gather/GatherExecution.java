package io.pinion.server.execution.gather;

import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.catalog.GlobalId;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.ShardRange;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.BoundBy;
import io.pinion.routing.plan.RoutePlan.FanOut;
import io.pinion.routing.plan.RoutePlan.Fetch;
import io.pinion.routing.plan.RoutePlan.Merging;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.ExecutionRefusals;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.SessionEffect;
import io.pinion.server.execution.context.TidyUp;
import io.pinion.server.execution.fanout.FanOutExecution;
import io.pinion.server.execution.fanout.FanOutReply;
import io.pinion.server.execution.fanout.ForOneStatement;
import io.pinion.server.execution.fanout.MergedRows;
import io.pinion.server.execution.fanout.ScatterTurn;
import io.pinion.server.execution.fanout.TimeLimit;
import io.pinion.server.execution.query.InternalQueries;
import io.pinion.server.execution.query.InternalQuery;
import io.pinion.server.execution.query.QueryResult;
import io.pinion.server.execution.query.QueryResult.Answered;
import io.pinion.server.execution.query.QueryResult.Lost;
import io.pinion.server.execution.query.QueryResult.Refused;
import io.pinion.server.execution.single.AcquisitionPhase.Ready;
import io.pinion.server.execution.single.ConnectionAcquisition;
import io.pinion.server.execution.single.ConnectionAcquisition.Use;
import io.pinion.server.execution.single.CurrentExecution;
import io.pinion.server.execution.single.Prelude;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.scatter.HeldMemory;
import io.pinion.server.session.SessionSettings;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Executes a statement over rows that are first gathered in temporary tables on one server.
 *
 * <pre>
 *   a connection of its own ──▶ CREATE TEMPORARY TABLE … ──▶ fetches: {@link FanOutExecution} into {@link GatheredRows}
 *     ──▶ the statement ({@link GatheredAnswer}) ──▶ COM_RESET_CONNECTION, which drops the tables
 * </pre>
 *
 * The fetches use the session's own connections, so that they see its transaction's changes; the gathering
 * connection is never one of them. Lives on the session's event loop for one statement.
 */
public final class GatherExecution implements Execution, ConnectionAcquisition.Requester {
    private static final ServerError UNREADABLE =
            new ServerError(ErrorCode.INTERNAL_ERROR, "Pinion can't plan how the rows of a table are read");

    /** After this time beyond the limit, Pinion kills the statement on its server. */
    private static final long SERVER_IS_LATE_MILLIS = 200;

    /**
     * Rows are inserted unchanged, whatever the session's sql_mode allows. In UTC, each moment has one text, also when
     * summer time ends.
     */
    private static final String WHILE_GATHERING = "SET sql_mode = '', time_zone = '+00:00'";

    /** The most values in one statement for a bound fetch. */
    private static final int VALUES_AT_ONCE = 1_000;

    private final SessionContext session;
    private final CurrentExecution current;
    private final RoutePlan.Gather plan;
    private final Completion completion;
    private final ConnectionAcquisition acquisition;
    private final GatherLimits limits;
    private final TimeLimit timeLimit;
    private final ScatterTurn turn;
    private final long startedNanos = System.nanoTime();

    /** The values of columns that later fetches are restricted to. */
    private final Map<BoundBy, Set<String>> values = new LinkedHashMap<>();

    private final HeldMemory.Share memory;
    private @Nullable BackendConnection connection;
    private @Nullable FanOutExecution fetching;
    private final GatheredReply reply;
    private final @Nullable Instant moment;
    private GatheredReply.@Nullable Asked answer;
    private int warnings;
    private int fetched;
    /** The rows to read first, for a LIMIT; empty when the first fetch reads all. */
    private Optional<RoutePlan.RowsAhead> ahead;

    /** The number of rows that the first fetch has read. */
    private long rowsAhead;

    private boolean killed;
    private boolean over;

    /**
     * @param reply receives the answer
     * @param moment the statement's NOW(); null for the time at which it runs
     */
    public GatherExecution(
            SessionContext session,
            CurrentExecution current,
            RoutePlan.Gather plan,
            TimeLimit timeLimit,
            ClientStatement command,
            GatheredReply reply,
            @Nullable Instant moment,
            Completion completion) {
        this.session = session;
        this.current = current;
        this.plan = plan;
        // Rows that come first must be merged, which needs their definitions.
        this.ahead = session.state().leavesMetadataOut() ? Optional.empty() : plan.ahead();
        this.timeLimit = timeLimit;
        this.turn = new ScatterTurn(session);
        this.limits =
                new GatherLimits(plan.policy(), session.cluster().scatters().settings());
        this.memory = session.cluster().scatters().memory().share();
        this.reply = reply;
        this.moment = moment;
        this.completion = completion;
        BackendRequest run = new BackendRequest(
                plan.at().pair(),
                BackendRequest.Affinity.ASIDE,
                Optional.empty(),
                plan.text(),
                BackendRequest.NO_DATABASE,
                plan.effects(),
                false,
                BackendRequest.RELAY,
                SessionEffect.NOTHING);
        this.acquisition = new ConnectionAcquisition(session, command.withoutCursor(), run, Use.PART, this);
        for (Fetch fetch : plan.fetches()) {
            fetch.bound().ifPresent(bound -> values.put(bound, new LinkedHashSet<>()));
        }
    }

    public void start() {
        assert session.isOnItsLoop();
        turn.limit(timeLimit, this::timedOut);
        turn.await(plan.scatter(), pairs(), this::acquire, this::fail);
    }

    private void acquire() {
        Ready atOnce = acquisition.startAnew();
        if (atOnce != null) {
            acquired(atOnce);
        }
    }

    /** Each pair may have rows to read, and one pair gets another connection for the copies. */
    private List<String> pairs() {
        List<String> pairs = new ArrayList<>();
        pairs.add(plan.at().pair());
        if (plan.catalog().keyspace(plan.keyspace()) instanceof Keyspace.Sharded sharded) {
            sharded.ranges().ranges().stream().map(ShardRange::pair).distinct().forEach(pairs::add);
        }
        return pairs;
    }

    @Override
    public void acquired(Ready ready) {
        BackendConnection lent = ready.connection();
        connection = lent;
        List<String> statements = new ArrayList<>(List.of("SET SESSION TRANSACTION READ WRITE", WHILE_GATHERING));
        if (lent.isMariaDb()) {
            statements.add(joiningOnMariaDb());
        }
        for (Fetch fetch : plan.fetches()) {
            statements.add(
                    new String(fetch.definition().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1));
        }
        InternalQuery.run(lent, statements, outcome -> follow(outcome, this::fetchNext));
    }

    /**
     * SessionSettings for joins of the copies, which have few indexes. Without an index MariaDB by default compares each row
     * with each; from level 3 on it hashes (https://mariadb.com/kb/en/block-based-join-algorithms/), as MySQL does by
     * default. Together with hashes, MariaDB's incremental buffers (level 4) and its filters of row ids lose rows, and
     * hashes lose NULLs of DECIMALs and times that {@code <=>} would join (measured on 11.4).
     */
    private String joiningOnMariaDb() {
        String level = plan.nullSafe() ? "2" : "3";
        return "SET join_cache_level = " + level + ", join_buffer_size = 4194304,"
                + " optimizer_switch = 'rowid_filter=off,join_cache_incremental=off'";
    }

    @Override
    public void refused(ServerError error) {
        fail(error);
    }

    @Override
    public void spoiled(ServerError error) {
        fail(error);
    }

    /** Goes on when the gathering server has executed its commands. */
    private void follow(QueryResult<?> outcome, Runnable next) {
        if (over) {
            return;
        }
        switch (outcome) {
            case QueryResult.Answered<?> done -> next.run();
            case QueryResult.Refused<?> refused ->
                fail(new ServerError(
                        refused.error().code(),
                        refused.error().sqlState(),
                        "rows can't be gathered on pair " + plan.at().pair() + ": "
                                + refused.error().message()));
            case QueryResult.Lost<?> lost -> {
                connection = null;
                fail(lost.reason());
            }
        }
    }

    // --- fetches

    private void fetchNext() {
        if (killed) {
            fail(INTERRUPTED);
            return;
        }
        if (fetched == plan.fetches().size()) {
            copyRows();
            return;
        }
        Fetch fetch = plan.fetches().get(fetched);
        fetched++;
        Optional<BoundBy> bound = fetch.bound();
        if (fetched == 1 && ahead.isPresent()) {
            fetch(fetch, ahead.get().sql(), this::fetchNext);
        } else if (bound.isEmpty()) {
            fetch(fetch, fetch.whole(""), this::fetchNext);
        } else {
            fetchBound(
                    fetch,
                    values.getOrDefault(bound.get(), Set.of()).stream()
                            .filter(this::mayBeId)
                            .toList()
                            .iterator());
        }
    }

    /** Whether the value can be the id of an object. Other values, such as 0 for no object, match no row. */
    private boolean mayBeId(String value) {
        try {
            long id = Long.parseLong(value);
            return GlobalId.isValid(id)
                    && plan.catalog().keyspace(plan.keyspace()) instanceof Keyspace.Id ids
                    && ids.tableOfType(new GlobalId(id).type()) != null;
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private void fetchBound(Fetch fetch, Iterator<String> left) {
        if (killed || !left.hasNext()) {
            fetchNext();
            return;
        }
        StringBuilder values = new StringBuilder();
        for (int i = 0; i < VALUES_AT_ONCE && left.hasNext(); i++) {
            values.append(i == 0 ? "" : ", ").append(left.next());
        }
        fetch(fetch, fetch.whole(values.toString()), () -> fetchBound(fetch, left));
    }

    private void fetch(Fetch fetch, byte[] sql, Runnable next) {
        BackendConnection gathering = connection;
        if (gathering == null || over) {
            return;
        }
        RoutePlan planned =
                session.cluster().planner().plan(plan.catalog(), session.state().view(), sql);
        FanOut read = FanOut.of(planned, plan.keyspace(), sql, Merging.Rows.AS_THEY_COME)
                .orElse(null);
        if (read == null || !(read.merging() instanceof Merging.Rows merging)) {
            fail(ExecutionRefusals.of(planned, UNREADABLE));
            return;
        }
        GatheredRows rows = new GatheredRows(
                gathering, fetch, limits, memory, wanted(fetched - 1), outcome -> follow(outcome, next));
        FanOutReply merged = new MergedRows(session.cluster().scatters(), merging, read, rows);
        FanOutExecution reading =
                new FanOutExecution(session, current, read, merged, SqlCommand.of(sql), new Completion() {
                    @Override
                    public void succeeded() {
                        fetching = null;
                        warnings += rows.warnings();
                        rowsAhead = fetched == 1 ? rows.rows() : rowsAhead;
                        rows.complete();
                    }

                    @Override
                    public void failed(int errorCode) {
                        fetching = null;
                        fail(rows.failure(errorCode));
                    }
                });
        rows.readBy(reading);
        fetching = reading;
        reading.start();
    }

    /** The columns whose values later fetches need, with the sets that collect them. */
    private Map<Integer, Set<String>> wanted(int number) {
        Map<Integer, Set<String>> wanted = new LinkedHashMap<>();
        values.forEach((bound, found) -> {
            if (bound.fetch() == number) {
                wanted.put(bound.column(), found);
            }
        });
        return wanted;
    }

    // --- the statement itself

    /**
     * Copies tables that the statement uses several times, because MySQL can open a temporary table only once in a
     * statement.
     */
    private void copyRows() {
        BackendConnection gathering = connection;
        List<String> statements = new ArrayList<>();
        for (Fetch fetch : plan.fetches()) {
            for (String copy : fetch.copies()) {
                statements.add("CREATE TEMPORARY TABLE " + copy + " LIKE " + fetch.table());
                statements.add("INSERT INTO " + copy + " SELECT * FROM " + fetch.table());
            }
        }
        if (statements.isEmpty()) {
            restoreSettings();
        } else if (gathering != null) {
            InternalQuery.run(gathering, statements, outcome -> follow(outcome, this::restoreSettings));
        }
    }

    /** Restores the session's settings for the statement itself. */
    private void restoreSettings() {
        BackendConnection gathering = connection;
        if (gathering == null) {
            return;
        }
        SessionSettings settings = session.state().variables().settings();
        List<String> statements = new ArrayList<>();
        statements.add("SET " + settings.textOf("sql_mode").orElse("sql_mode = DEFAULT"));
        if (!settings.has("sql_mode") && gathering.agreed().has(Capabilities.IGNORE_SPACE)) {
            statements.add(Prelude.IGNORE_SPACE);
        }
        statements.add("SET " + settings.textOf("time_zone").orElse("time_zone = DEFAULT"));
        if (moment != null && !settings.has("timestamp")) {
            statements.add("SET timestamp = " + ForOneStatement.seconds(moment));
        }
        if (!timeLimit.isNone()) {
            statements.add(
                    timeLimit.setting(millisLeft(), session.cluster().planner().dialect()));
        }
        InternalQuery.run(gathering, statements, outcome -> follow(outcome, this::countAhead));
    }

    /** Checks whether the rows read first are enough: some may have had no match in other tables. */
    private void countAhead() {
        BackendConnection gathering = connection;
        RoutePlan.RowsAhead few = ahead.orElse(null);
        if (few == null || rowsAhead < few.rows()) {
            ask();
        } else if (gathering != null) {
            InternalQueries.enoughRows(gathering, few, result -> {
                switch (result) {
                    case Answered(Boolean enough) -> follow(result, enough ? this::ask : this::fetchAll);
                    // The server will refuse the statement too, with an error for the client.
                    case Refused<Boolean> refused -> follow(QueryResult.DONE, this::ask);
                    case Lost<Boolean> lost -> follow(lost, this::ask);
                }
            });
        }
    }

    private void fetchAll() {
        BackendConnection gathering = connection;
        if (gathering == null) {
            return;
        }
        ahead = Optional.empty();
        fetched = 0;
        values.values().forEach(Set::clear);
        List<String> statements = new ArrayList<>(List.of(WHILE_GATHERING));
        plan.fetches().forEach(fetch -> statements.add("DELETE FROM " + fetch.table()));
        InternalQuery.run(gathering, statements, outcome -> follow(outcome, this::fetchNext));
    }

    private long millisLeft() {
        return Math.max(1, timeLimit.millis() - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startedNanos));
    }

    private void ask() {
        BackendConnection gathering = connection;
        if (killed) {
            fail(INTERRUPTED);
        } else if (gathering != null) {
            answer = reply.ask(
                    timeLimit.isNone() ? plan.text() : TimeLimit.within(plan.text(), millisLeft()),
                    gathering,
                    warnings,
                    this::answered);
        }
    }

    /**
     * While a server runs the statement itself, it applies the limit too, and its error is better. Pinion kills the
     * statement only if the server is late.
     */
    private void timedOut(ServerError reason) {
        FanOutExecution reading = fetching;
        BackendConnection gathering = connection;
        if (over) {
            return;
        }
        if (reading != null) {
            reading.timedOut(reason);
        } else if (answer != null && gathering != null) {
            turn.extend(SERVER_IS_LATE_MILLIS, gathering::killStatement);
        } else {
            acquisition.cancel();
            fail(reason);
        }
    }

    private void end() {
        over = true;
        turn.end();
        memory.close();
    }

    private void answered(int errorCode) {
        if (over) {
            return; // The client has gone, and its connections with it.
        }
        end();
        BackendConnection gathering = connection;
        connection = null;
        if (gathering != null) {
            TidyUp.reset(gathering);
        }
        if (errorCode == 0) {
            completion.succeeded();
        } else {
            completion.failed(errorCode);
        }
    }

    private void fail(ServerError error) {
        if (over) {
            return;
        }
        end();
        BackendConnection gathering = connection;
        connection = null;
        if (gathering != null) {
            // Inserts may still be under way.
            session.pinned().discard(gathering);
        }
        reply.fail(error);
        completion.failed(error.code());
    }

    // --- events from the session

    @Override
    public void clientWritable() {
        GatheredReply.Asked asked = answer;
        if (asked != null) {
            asked.clientWritable();
        }
    }

    @Override
    public void kill() {
        killed = true;
        FanOutExecution reading = fetching;
        BackendConnection gathering = connection;
        if (over) {
            return;
        }
        if (!turn.hasBegun()) {
            fail(INTERRUPTED);
        } else if (reading != null) {
            reading.kill();
        } else if (answer != null && gathering != null) {
            gathering.killStatement();
        } else if (gathering == null) {
            acquisition.cancel();
            fail(INTERRUPTED);
        }
    }

    @Override
    public void clientGone() {
        if (over) {
            return;
        }
        end();
        FanOutExecution reading = fetching;
        if (reading != null) {
            reading.clientGone();
        }
        GatheredReply.Asked asked = answer;
        if (asked != null) {
            asked.clientGone();
        }
        acquisition.cancel();
        BackendConnection gathering = connection;
        if (gathering != null) {
            if (asked != null) {
                gathering.killThread();
            }
            session.pinned().discard(gathering);
        }
    }
}
