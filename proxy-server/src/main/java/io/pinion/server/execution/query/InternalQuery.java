package io.pinion.server.execution.query;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.backend.Exchange;
import io.pinion.server.execution.answer.AnswerCollector;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Commands that Pinion itself sends in one write, to read or change a connection's state. The callback gets one result,
 * perhaps before the method that sends returns.
 */
public final class InternalQuery<T> implements Exchange {
    private final BackendConnection connection;
    private final Kind kind;
    private final int packets;
    private final Reader<T> reader;
    private final Consumer<? super QueryResult<T>> told;

    private final AnswerCollector answer = new AnswerCollector();
    private int outstanding;
    private @Nullable ServerError firstError;

    private enum Kind {
        /** A query with rows. */
        ROWS,
        /** A command that servers execute at once. */
        COMMAND,
        /** Statements of any duration, such as a COMMIT, which may wait for the server's disk and standby. */
        STATEMENTS
    }

    /** Reads the value from the last successful answer; empty when it has none. */
    private interface Reader<T> {
        Optional<T> read(AnswerEnd end, AnswerCollector answer);
    }

    private InternalQuery(
            BackendConnection connection,
            Kind kind,
            int count,
            int packets,
            Reader<T> reader,
            Consumer<? super QueryResult<T>> told) {
        this.connection = connection;
        this.kind = kind;
        this.outstanding = count;
        this.packets = packets;
        this.reader = reader;
        this.told = told;
    }

    /**
     * Sends a query that returns a few small rows. Servers answer it at once, so after a deadline the server counts as
     * dead, and no session waits longer.
     *
     * @param sql in the character set of the session whose settings the connection has
     * @param rows reads the value; empty when the rows have none
     */
    static <T> void ask(
            BackendConnection connection,
            byte[] sql,
            Function<List<AnswerRow>, Optional<T>> rows,
            Consumer<? super QueryResult<T>> told) {
        Reader<T> reader = (end, answer) -> rows.apply(AnswerRow.read(answer, connection));
        new InternalQuery<>(connection, Kind.ROWS, 1, 1, reader, told).send(List.of(query(connection, sql)));
    }

    /** Sends a command without rows, with the same deadline. Ownership of {@code command} passes. */
    public static void command(
            BackendConnection connection, ByteBuf command, Consumer<? super QueryResult<AnswerEnd>> told) {
        commands(connection, List.of(command), told);
    }

    /** Sends commands without rows, with the same deadline. Ownership of {@code commands} passes. */
    public static void commands(
            BackendConnection connection, List<ByteBuf> commands, Consumer<? super QueryResult<AnswerEnd>> told) {
        new InternalQuery<>(connection, Kind.COMMAND, commands.size(), 1, (end, answer) -> Optional.of(end), told)
                .send(commands);
    }

    /**
     * Sends statements that may last. Each runs even when the one before it has failed, so only statements for which
     * that does no harm may go together.
     *
     * @param statements one character for each byte, as in {@code ClientStatement#asciiText}; a text longer than a
     *     packet must be alone
     */
    public static void run(
            BackendConnection connection, List<String> statements, Consumer<? super QueryResult<AnswerEnd>> told) {
        List<byte[]> texts = statements.stream()
                .map(statement -> statement.getBytes(StandardCharsets.ISO_8859_1))
                .toList();
        int packets = texts.size() == 1 ? CommandEncoder.packets(texts.getFirst()) : 1;
        new InternalQuery<>(connection, Kind.STATEMENTS, texts.size(), packets, (end, answer) -> Optional.of(end), told)
                .send(texts.stream().map(text -> query(connection, text)).toList());
    }

    private static ByteBuf query(BackendConnection connection, byte[] sql) {
        return CommandEncoder.query(sql, connection.allocator());
    }

    private void send(List<ByteBuf> commands) {
        for (ByteBuf command : commands) {
            connection.send(this, command);
        }
        connection.flush();
    }

    @Override
    public Expecting expecting() {
        return kind == Kind.ROWS ? Expecting.RESULTS : Expecting.ACKNOWLEDGEMENT;
    }

    @Override
    public int firstSequence() {
        return packets;
    }

    @Override
    public long deadlineMillis() {
        return kind == Kind.STATEMENTS ? 0 : OWN_DEADLINE_MILLIS;
    }

    @Override
    public void received(ByteBuf bytes) {
        answer.add(bytes);
    }

    @Override
    public void ended(AnswerEnd end) {
        outstanding--;
        if (end.failed() && firstError == null) {
            firstError = error(end);
        }
        if (outstanding > 0) {
            answer.clear();
            return;
        }
        QueryResult<T> result = result(end);
        answer.clear();
        told.accept(result);
    }

    private QueryResult<T> result(AnswerEnd end) {
        ServerError error = firstError;
        if (error != null) {
            return new QueryResult.Refused<>(error, end);
        }
        return reader.read(end, answer)
                .<QueryResult<T>>map(QueryResult.Answered::new)
                .orElseGet(() -> new QueryResult.Refused<>(
                        new ServerError(ErrorCode.UNKNOWN_ERROR, "the server's answer has no such value"), end));
    }

    private ServerError error(AnswerEnd end) {
        // An error behind the first rows is in a later packet.
        return answer.isError()
                ? answer.takeError()
                : new ServerError(ErrorCode.UNKNOWN_ERROR, "the server broke off with error " + end.errorCode());
    }

    @Override
    public void lost(ServerError reason) {
        answer.clear();
        if (outstanding > 0) {
            outstanding = 0;
            told.accept(new QueryResult.Lost<>(reason));
        }
    }

    /** A statement that has run isn't reported a second time; a question must end the statement that waits for it. */
    @Override
    public void mishandled(ServerError reason) {
        answer.clear();
        if (outstanding > 0 || kind != Kind.STATEMENTS) {
            outstanding = 0;
            told.accept(new QueryResult.Lost<>(reason));
        }
    }
}
