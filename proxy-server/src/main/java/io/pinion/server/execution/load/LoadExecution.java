package io.pinion.server.execution.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.flags.Terms;
import io.pinion.protocol.frame.Packet;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.server.LocalInfileRequest;
import io.pinion.protocol.server.ServerError;
import io.pinion.routing.load.FileRows;
import io.pinion.routing.load.UnreadableFileException;
import io.pinion.routing.plan.FileNumber;
import io.pinion.routing.plan.RoutePlan;
import io.pinion.routing.plan.RoutePlan.FanOut;
import io.pinion.server.execution.answer.FileReceiver;
import io.pinion.server.execution.answer.RowBuffer;
import io.pinion.server.execution.commit.OwnTransaction;
import io.pinion.server.execution.context.Completion;
import io.pinion.server.execution.context.Execution;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.fanout.AddedCounts;
import io.pinion.server.execution.fanout.FanOutExecution;
import io.pinion.server.execution.fanout.FanOutTransaction;
import io.pinion.server.execution.fanout.HeldCounts;
import io.pinion.server.execution.fanout.ShardConditions;
import io.pinion.server.execution.single.SqlCommand;
import io.pinion.server.scatter.HeldMemory;
import io.pinion.server.session.DiagnosticsEffect;
import io.pinion.server.session.StatementEffects;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * LOAD DATA LOCAL into a sharded table. Cuts the client's file into rows as it arrives. Whenever {@value #HELD_BYTES}
 * bytes of rows are held, loads them into their shards while the client waits.
 *
 * <pre>
 *   {@link OwnTransaction}, unless the client's is open ──▶ the client is asked for its file
 *     ──▶ rows ──▶ a step: LOAD DATA LOCAL on each shard with held rows ──▶ rows … ──▶ commit ──▶ the client's answer
 *             └─▶ what fails is undone at once, and told when the client has sent the rest, which is thrown away
 * </pre>
 *
 * Lives on the session's event loop for one statement.
 */
public final class LoadExecution implements Execution, FileReceiver {
    /** The size of held rows, with their numbers; growing buffers take up to twice that. */
    private static final int HELD_BYTES = 8 * 1024 * 1024;

    /** The largest row, which is held in one piece. */
    private static final int MAX_ROW_BYTES = 16 * 1024 * 1024;

    private static final String NO_ROWS = "Records: 0  Deleted: 0  Skipped: 0  Warnings: 0";

    /** A server's message that names a row of its file. */
    private static final Pattern ROW = Pattern.compile("(?s)(Row |.* at row )(\\d+)(| .*)");

    private final SessionContext session;
    private final RoutePlan.LoadRows plan;
    private final Completion completion;
    private final OwnTransaction transaction;
    private final AddedCounts counts;
    private final ShardConditions conditions;
    private final FileRows rows;
    private final HeldMemory.Share memory;
    private final @Nullable FileNumbers numbers;

    /** NOW() is the same in all steps. */
    private final Instant moment = Instant.now();

    /** The rows by shard, or one buffer for all shards. */
    private TreeMap<Integer, RowBuffer> held = new TreeMap<>();

    private long heldBytes;

    /** The limit for all statements is reached, so the held rows must be loaded now. */
    private boolean crowded;

    private LoadPhase phase = new LoadPhase.Reading();
    private int steps;
    private boolean fileEnded;

    /** The reader's row waits for a number, and isn't held yet. */
    private boolean unnumbered;

    public LoadExecution(SessionContext session, RoutePlan.LoadRows plan, Completion completion) {
        this.session = session;
        this.plan = plan;
        this.completion = completion;
        this.transaction = new OwnTransaction(session);
        this.counts = AddedCounts.ofNone(session, NO_ROWS);
        this.conditions = ShardConditions.ofSteps(plan.load().isForEveryShard());
        this.rows = plan.load().rows(MAX_ROW_BYTES);
        this.memory = session.cluster().scatters().memory().share();
        this.numbers = plan.load()
                .sequence()
                .map(sequence -> new FileNumbers(session.cluster(), sequence))
                .orElse(null);
    }

    public void start() {
        assert session.isOnItsLoop();
        if (!session.state().capabilities().has(Capabilities.LOCAL_FILES)) {
            fileEnded = true;
            tell(new ServerError(
                    ErrorCode.CLIENT_LOCAL_FILES_DISABLED,
                    "Loading local data is disabled; this must be enabled on both the client and server sides"));
            return;
        }
        transaction.begin();
        ByteBuf request = Unpooled.buffer(plan.file().length + 8);
        new LocalInfileRequest(plan.file())
                .write(
                        new PacketWriter(request, session.sink().nextSequence()),
                        new Terms(session.state().capabilities(), StandardCharsets.UTF_8));
        session.sink().relay(request);
        session.sink().flush();
        session.sink().awaitFile(this);
    }

    // --- the file

    @Override
    public int firstSequence() {
        return (session.sink().nextSequence() + 1) & 0xFF;
    }

    @Override
    public boolean isReady() {
        return !(phase instanceof LoadPhase.Asking
                || phase instanceof LoadPhase.Loading
                || phase instanceof LoadPhase.Committing);
    }

    @Override
    public void part(Packet packet) {
        try {
            ByteBuf payload = packet.payload();
            if (!payload.isReadable()) {
                fileEnded = true;
                rows.end();
            } else if (phase instanceof LoadPhase.Reading) {
                rows.add(ByteBufUtil.getBytes(payload), 0, payload.readableBytes());
            }
        } finally {
            packet.release();
        }
        goOn();
    }

    private void goOn() {
        if (phase instanceof LoadPhase.Reading) {
            read();
        } else {
            tellIfSent();
        }
    }

    private void read() {
        try {
            while (!isFull() && (unnumbered || rows.next())) {
                unnumbered = !hold(plan.load().number(rows));
                if (unnumbered && numbers != null) {
                    ask(numbers::take);
                    return;
                }
            }
        } catch (UnreadableFileException e) {
            undo(new ServerError(ErrorCode.UNKNOWN_ERROR, e.words()));
            return;
        }
        if (isFull() || (fileEnded && heldBytes > 0)) {
            if (numbers != null && numbers.areAhead()) {
                ask(numbers::tell);
            } else {
                load();
            }
        } else if (fileEnded) {
            commit();
        }
    }

    private boolean isFull() {
        return heldBytes >= HELD_BYTES || crowded;
    }

    /** False when there is no number for the row. */
    private boolean hold(FileNumber number) throws UnreadableFileException {
        switch (number) {
            case FileNumber.Given(long given) -> {
                if (numbers != null) {
                    numbers.given(given);
                }
                hold(0);
            }
            case FileNumber.Wanted wanted -> {
                if (numbers == null || numbers.isEmpty()) {
                    return false;
                }
                hold(numbers.next());
            }
        }
        return true;
    }

    private void hold(long number) throws UnreadableFileException {
        heldBytes += plan.load().write(rows, number, this::rowsOf) + RowBuffer.BYTES_PER_ROW;
        crowded = memory.holds(heldBytes) != null;
    }

    /** The file waits for the sequence. */
    private void ask(BiConsumer<Runnable, Consumer<ServerError>> question) {
        phase = new LoadPhase.Asking();
        question.accept(() -> told(Optional.empty()), refusal -> told(Optional.of(refusal)));
    }

    private void told(Optional<ServerError> refusal) {
        if (!(phase instanceof LoadPhase.Asking)) {
            return;
        }
        phase = new LoadPhase.Reading();
        if (refusal.isPresent()) {
            undo(refusal.get());
        } else {
            goOn();
            mayGoOn();
        }
    }

    private void mayGoOn() {
        if (!(phase instanceof LoadPhase.Asking
                || phase instanceof LoadPhase.Loading
                || phase instanceof LoadPhase.Over)) {
            session.sink().fileMayGoOn();
        }
    }

    private RowBuffer rowsOf(int shard) {
        RowBuffer ofShard = held.computeIfAbsent(shard, number -> new RowBuffer());
        ofShard.wrote(rows.number());
        return ofShard;
    }

    // --- the steps

    private void load() {
        List<RowBuffer> files = new ArrayList<>(held.values());
        int[] shards = held.keySet().stream().mapToInt(Integer::intValue).toArray();
        if (plan.load().isForEveryShard()) {
            shards = plan.load().everyShard();
            files = Collections.nCopies(shards.length, files.getFirst());
        }
        held = new TreeMap<>();
        heldBytes = 0;
        crowded = false;
        FanOut into = plan.load().into(shards);
        List<RowBuffer> sent = files;
        conditions.wordedBy((number, message) -> inFile(sent.get(number), message));
        HeldCounts reply = new HeldCounts(session, into, sent);
        FanOutExecution execution = new FanOutExecution(
                session,
                into,
                reply,
                SqlCommand.of(into.statements().getFirst().text().sql()),
                errorCode -> {
                    session.current().set(this);
                    if (errorCode == 0) {
                        loaded(reply);
                    } else {
                        end(reply.failure());
                    }
                },
                moment,
                FanOutTransaction.ofStep(session));
        phase = new LoadPhase.Loading(execution);
        execution.telling(conditions).start();
    }

    /**
     * Replaces the row's number in a server's message, which counts anew in each step and on each shard, by its number
     * in the file.
     */
    private static String inFile(RowBuffer rows, String message) {
        Matcher row = ROW.matcher(message);
        long number = row.matches() && row.group(2).length() < 10 ? rows.inFile(Long.parseLong(row.group(2))) : 0;
        return number == 0 ? message : row.group(1) + number + row.group(3);
    }

    private void loaded(AddedCounts more) {
        phase = new LoadPhase.Reading();
        memory.holds(0);
        counts.add(more, steps == 0);
        steps++;
        goOn();
        mayGoOn();
    }

    // --- the end

    private void commit() {
        phase = new LoadPhase.Committing();
        if (steps > 0) {
            FanOutTransaction.stepsEnd(session);
        }
        transaction.end(false, instead -> {
            if (instead.isPresent()) {
                tell(instead.get());
                return;
            }
            answer();
        });
    }

    private void answer() {
        over();
        // The first row may be one that was skipped, and then its number isn't the insert id.
        if (numbers != null && numbers.first() != 0 && counts.skippedNone()) {
            counts.made(numbers.first());
        }
        counts.end(List.of());
        if (conditions.haveAny()) {
            session.state().apply(StatementEffects.of(new DiagnosticsEffect.Listed(conditions.with(List.of()))));
        }
        completion.succeeded();
    }

    /** Undoes the changes of earlier steps, too. */
    private void undo(ServerError reason) {
        phase = new LoadPhase.Undoing(reason);
        if (steps == 0) {
            end(reason);
        } else {
            FanOutTransaction.undoSteps(session, instead -> end(instead.orElse(reason)));
        }
    }

    private void end(@Nullable ServerError reason) {
        ServerError told = Optional.ofNullable(reason)
                .orElseGet(() -> new ServerError(ErrorCode.UNKNOWN_ERROR, "the rows of the file could not be loaded"));
        become(new LoadPhase.Undoing(told));
        held.clear();
        transaction.end(true, instead -> {
            become(new LoadPhase.Failed(told));
            session.current().set(this);
            tellIfSent();
            mayGoOn();
        });
    }

    /** Unless the client has gone meanwhile. */
    private void become(LoadPhase next) {
        if (!(phase instanceof LoadPhase.Over)) {
            phase = next;
        }
    }

    /** A client reads no answer before it has sent all of its file. */
    private void tellIfSent() {
        if (fileEnded && phase instanceof LoadPhase.Failed(ServerError reason)) {
            tell(reason);
        }
    }

    private void over() {
        phase = new LoadPhase.Over();
        memory.close();
    }

    private void tell(ServerError error) {
        over();
        session.sink().error(error);
        completion.failed(error.code());
    }

    // --- events from the session

    @Override
    public void kill() {
        if (phase instanceof LoadPhase.Loading(FanOutExecution step)) {
            step.kill();
        } else if (phase instanceof LoadPhase.Reading || phase instanceof LoadPhase.Asking) {
            undo(INTERRUPTED);
        }
    }

    @Override
    public void clientGone() {
        LoadPhase before = phase;
        over();
        held.clear();
        if (before instanceof LoadPhase.Loading(FanOutExecution step)) {
            step.clientGone();
        }
    }
}
