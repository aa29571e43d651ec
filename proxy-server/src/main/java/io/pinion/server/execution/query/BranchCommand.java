package io.pinion.server.execution.query;

import io.netty.buffer.ByteBuf;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.client.QueryAttributes;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.answer.AnswerCollector;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Statements about one pair's part of a transaction, sent in one write. Each runs even when the one before it has
 * failed, so only statements for which that does no harm may go together.
 */
public final class BranchCommand extends InternalQuery {
    private final Consumer<Outcome> told;
    private final AnswerCollector answer = new AnswerCollector();
    private final int packets;
    private int outstanding;
    private @Nullable ServerError firstError;
    private boolean lastFailed;

    /** The result of the statements. */
    public sealed interface Outcome {
        /** The server has executed all of them. */
        record Done() implements Outcome {}

        /**
         * The server has refused a statement.
         *
         * @param error the error of the first that failed
         * @param lastFailed whether the last statement failed
         */
        record Refused(ServerError error, boolean lastFailed) implements Outcome {}

        /** The connection is lost, and how much the server has executed is unknown. */
        record Lost(ServerError reason) implements Outcome {}
    }

    private BranchCommand(BackendConnection connection, List<byte[]> statements, Consumer<Outcome> told) {
        super(connection);
        this.outstanding = statements.size();
        this.packets = statements.size() == 1
                ? CommandEncoder.queryPackets(statements.getFirst(), QueryAttributes.NONE, connection.agreed())
                : 1;
        this.told = told;
    }

    /** Only a statement that is sent alone may be longer than a packet. */
    @Override
    public int firstSequence() {
        return packets;
    }

    /**
     * @param statements one character for each byte, as in {@code ClientStatement#asciiText}
     * @param told called once, perhaps before this returns
     */
    public static void send(BackendConnection connection, List<String> statements, Consumer<Outcome> told) {
        List<byte[]> texts = statements.stream()
                .map(statement -> statement.getBytes(StandardCharsets.ISO_8859_1))
                .toList();
        BranchCommand command = new BranchCommand(connection, texts, told);
        for (byte[] text : texts) {
            connection.send(command, CommandEncoder.query(text, connection.agreed(), connection.allocator()));
        }
        connection.flush();
    }

    /** A commit may wait for the server's disk and standby. */
    @Override
    public long deadlineMillis() {
        return 0;
    }

    @Override
    public void received(ByteBuf bytes) {
        answer.add(bytes);
    }

    @Override
    public void ended(AnswerEnd end) {
        outstanding--;
        lastFailed = end.failed();
        if (end.failed() && firstError == null) {
            firstError = answer.takeError();
        }
        answer.clear();
        if (outstanding == 0) {
            ServerError error = firstError;
            told.accept(error == null ? new Outcome.Done() : new Outcome.Refused(error, lastFailed));
        }
    }

    @Override
    public void lost(ServerError reason) {
        answer.clear();
        if (outstanding > 0) {
            outstanding = 0;
            told.accept(new Outcome.Lost(reason));
        }
    }
}
