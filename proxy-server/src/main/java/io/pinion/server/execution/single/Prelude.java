package io.pinion.server.execution.single;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.RoutePlan.DatabaseContext;
import io.pinion.routing.plan.SessionEffects.InsertIdEffect;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.backend.Leftover;
import io.pinion.server.execution.answer.AnswerCollector;
import io.pinion.server.execution.context.BackendRequest;
import io.pinion.server.execution.context.BackendRequest.ResponseHandling;
import io.pinion.server.execution.context.ClientStatement;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.context.SessionEffect;
import io.pinion.server.execution.single.ConnectionAcquisition.Use;
import io.pinion.server.session.SessionSettings;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The commands that give a connection the session's state before a statement: settings that differ, the database, the
 * beginning of a transaction. Pipelined in the same write as the statement, unless one of them may fail: a server runs
 * the next command even after a failed one.
 */
public final class Prelude implements Exchange {
    public static final String IGNORE_SPACE = "SET sql_mode=CONCAT(@@sql_mode,',IGNORE_SPACE')";

    private final BackendConnection connection;
    private final ConnectionAcquisition acquisition;

    private final List<String> settings;
    private final boolean reset;
    private final @Nullable String database;
    private final Set<Leftover> leftovers;
    private final List<String> opening;

    private final AnswerCollector answer = new AnswerCollector();
    private int outstanding;
    private boolean openingSent;
    private boolean over;

    private Prelude(
            BackendConnection connection,
            ConnectionAcquisition acquisition,
            boolean reset,
            List<String> settings,
            @Nullable String database,
            Set<Leftover> leftovers,
            List<String> opening) {
        this.connection = connection;
        this.acquisition = acquisition;
        this.reset = reset;
        this.settings = settings;
        this.database = database;
        this.leftovers = leftovers;
        this.opening = opening;
    }

    /**
     * The commands that {@code connection} needs; null when it needs none, as mostly.
     *
     * @param others another session may have run the last statement there, whose diagnostics this session mustn't see
     * @param kept some state of the session lives on the connection, so it must not be reset
     */
    static @Nullable Prelude of(
            SessionContext session,
            BackendConnection connection,
            BackendRequest run,
            ClientStatement command,
            Use use,
            boolean kept,
            boolean others,
            ConnectionAcquisition acquisition) {
        if (!kept && mayReadStateOfOthers(session, run, command, use)) {
            connection.applied(SessionSettings.UNKNOWN);
        }
        session.distrust(connection, others);
        SessionSettings wanted = session.state().variables().settings();
        List<String> settings = wanted.statementsFrom(connection.applied());
        boolean reset = settings == null && !kept;
        if (settings == null) {
            settings = wanted.statementsFrom(SessionSettings.NONE);
        }
        boolean restoresMode =
                reset ? connection.agreed().has(Capabilities.IGNORE_SPACE) : connection.lacksIgnoreSpace();
        if (restoresMode) {
            settings = new ArrayList<>(settings == null ? List.of() : settings);
            settings.addFirst(IGNORE_SPACE);
        }
        String database = run.context() instanceof DatabaseContext.Required(String required)
                        && !required.equals(connection.currentDatabase())
                ? required
                : null;
        List<String> opening = opening(session, connection, run, use);
        Set<Leftover> leftovers = leftovers(session, connection, run, use, others, reset);
        boolean nothing = !reset
                && (settings == null || settings.isEmpty())
                && database == null
                && leftovers.isEmpty()
                && opening.isEmpty();
        return nothing
                ? null
                : new Prelude(
                        connection,
                        acquisition,
                        reset,
                        settings == null ? List.of() : settings,
                        database,
                        leftovers,
                        opening);
    }

    private static List<String> opening(
            SessionContext session, BackendConnection connection, BackendRequest run, Use use) {
        List<String> begin = run.opensTransaction()
                ? session.state().transaction().opening(connection.pool().pair())
                : List.of();
        if (use == Use.PART) {
            return begin;
        }
        long id = insertIdToGive(session, connection, run);
        session.pinned().insertId().givenTo(id == 0 ? null : connection);
        if (id == 0) {
            return begin;
        }
        List<String> all = new ArrayList<>(begin);
        all.add("SET last_insert_id=" + Long.toUnsignedString(id));
        return all;
    }

    /**
     * The session's insert id, if the statement may read or set it where Pinion can't see it: behind another statement of
     * one text, in a routine, or as LAST_INSERT_ID(0). Else 0.
     */
    private static long insertIdToGive(SessionContext session, BackendConnection connection, BackendRequest run) {
        return changesInsertId(run, Use.STATEMENT)
                        && run.effects().insertId() == InsertIdEffect.UNSEEN
                        && !session.pinned().insertId().is(connection)
                        && session.state().diagnostics().insertId() instanceof LastInsertId.Known(long id)
                ? id
                : 0;
    }

    /** What must be cleared in front of the statement. It stays noted on the connection until it is. */
    private static Set<Leftover> leftovers(
            SessionContext session,
            BackendConnection connection,
            BackendRequest run,
            Use use,
            boolean others,
            boolean reset) {
        Set<Leftover> found = Set.of();
        if (connection.has(Leftover.TRANSACTION) && !reset) {
            found = EnumSet.of(Leftover.TRANSACTION);
        }
        if (connection.has(Leftover.DIAGNOSTICS) && others && !reset) {
            found = with(Leftover.DIAGNOSTICS, found);
        }
        if (connection.has(Leftover.INSERT_ID)
                && changesInsertId(run, use)
                && !session.pinned().insertId().is(connection)) {
            found = with(Leftover.INSERT_ID, found);
        }
        return found;
    }

    private static Set<Leftover> with(Leftover one, Set<Leftover> others) {
        Set<Leftover> all = EnumSet.of(one);
        all.addAll(others);
        return all;
    }

    /**
     * Whether the statement may read state that another session left: diagnostics although this session ran no
     * statement yet, or user variables that only a stored function or a trigger has set.
     */
    private static boolean mayReadStateOfOthers(
            SessionContext session, BackendRequest run, ClientStatement command, Use use) {
        SessionSettings settings = session.state().variables().settings();
        if (use == Use.PART) {
            return command.namesVariableUnsetIn(settings);
        }
        // The effects of a SET name the variables that it reads; its text also names those that it assigns.
        boolean assigns = run.effect() instanceof SessionEffect.Settings
                || (run.responseHandling() instanceof ResponseHandling.EditHead && isSet(command));
        return run.effects().readsPrevious()
                || run.effects().callsStored()
                || (!assigns && command.namesVariableUnsetIn(settings));
    }

    private static boolean isSet(ClientStatement command) {
        return command.firstWords().regionMatches(true, 0, "SET ", 0, 4);
    }

    /** Whether Pinion will read the insert id of the statement from the connection. */
    private static boolean changesInsertId(BackendRequest run, Use use) {
        return use == Use.STATEMENT && run.effects().insertId() != InsertIdEffect.KEPT && !run.composesInsertId();
    }

    /** Whether the connection forgets all that earlier statements have left on it. */
    boolean resets() {
        return reset;
    }

    /** Whether a command may fail, so that the statement has to wait for {@link ConnectionAcquisition#prepared}. */
    boolean isAwaited() {
        if (database != null) {
            return true;
        }
        for (String text : settings) {
            if (!connection.hasAccepted(text)) {
                return true;
            }
        }
        return false;
    }

    /** Sends the settings and the database. What {@link #sendOpening} sends belongs into the write of the statement. */
    void sendSettings(SessionSettings wanted) {
        ByteBufAllocator allocator = connection.allocator();
        if (reset) {
            connection.wasReset();
            send(CommandEncoder.resetConnection(allocator));
        }
        connection.ignoreSpaceRestored();
        for (String text : settings) {
            send(CommandEncoder.query(text.getBytes(StandardCharsets.UTF_8), allocator));
        }
        connection.applied(wanted);
        if (database != null) {
            connection.currentDatabase(null);
            send(CommandEncoder.initDatabase(database.getBytes(StandardCharsets.UTF_8), allocator));
        }
    }

    /** Sends the texts right in front of the statement: the transaction's beginning, and what clears another session's diagnostics. */
    void sendOpening() {
        openingSent = true;
        for (Leftover leftover : leftovers) {
            connection.cleared(leftover);
            send(CommandEncoder.query(leftover.cure().getBytes(StandardCharsets.US_ASCII), connection.allocator()));
        }
        // The texts have one character for each byte, because a savepoint's name is in the client's character set.
        for (String text : opening) {
            send(CommandEncoder.query(text.getBytes(StandardCharsets.ISO_8859_1), connection.allocator()));
        }
    }

    private void send(ByteBuf command) {
        outstanding++;
        connection.send(this, command);
    }

    @Override
    public Expecting expecting() {
        return Expecting.ACKNOWLEDGEMENT;
    }

    /** An awaited prelude must not block its session forever. */
    @Override
    public long deadlineMillis() {
        return openingSent ? 0 : OWN_DEADLINE_MILLIS;
    }

    @Override
    public void received(ByteBuf bytes) {
        answer.add(bytes);
    }

    @Override
    public void ended(AnswerEnd end) {
        outstanding--;
        if (over) {
            answer.clear();
            return;
        }
        if (end.failed()) {
            over = true;
            acquisition.preludeRefused(answer.takeError(), database != null && outstanding == 0 && !openingSent);
            return;
        }
        answer.clear();
        if (outstanding == 0) {
            for (String text : settings) {
                connection.accepted(text);
            }
            if (database != null) {
                connection.currentDatabase(database);
            }
            acquisition.prepared();
        }
    }

    @Override
    public void lost(ServerError reason) {
        answer.clear();
        if (!over) {
            over = true;
            acquisition.lostInPrelude(reason);
        }
    }
}
