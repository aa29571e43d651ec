package io.pinion.server.backend;

import io.netty.buffer.ByteBuf;
import io.pinion.config.topology.Server;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends what runs on a server over connections of their own: those of the pool may all be busy, perhaps with the very
 * statement. They are opened beside the pool's limit, so there are few at a time; a KILL above that number isn't sent, and
 * the statement ends by itself. Lives on the pool's event loop.
 */
final class Killings {
    static final int MAX_AT_A_TIME = 8;

    private static final Logger log = LoggerFactory.getLogger(Killings.class);

    private final Server server;
    private final Connector connector;
    private int underWay;

    Killings(Server server, Connector connector) {
        this.server = server;
        this.connector = connector;
    }

    /** @param command {@code KILL QUERY} or {@code KILL CONNECTION}, which the account may do to its own threads */
    void kill(Login login, String command, long thread) {
        if (underWay >= MAX_AT_A_TIME) {
            log.warn(
                    "Too many KILLs at a time, one is left out server=\"{}\" limit=\"{}\"",
                    server.name(),
                    MAX_AT_A_TIME);
            return;
        }
        underWay++;
        connector.open(server, login, new Connector.Outcome() {
            @Override
            public void opened(BackendConnection connection) {
                connection.send(
                        new Answer(connection),
                        CommandEncoder.query(kill(command, thread), connection.agreed(), connection.allocator()));
                connection.flush();
            }

            @Override
            public void failed(ServerError error) {
                underWay--;
                log.warn("A KILL couldn't be sent server=\"{}\" reason=\"{}\"", server.name(), error.message());
            }
        });
    }

    private static byte[] kill(String command, long thread) {
        return (command + ' ' + thread).getBytes(StandardCharsets.US_ASCII);
    }

    /** Whether the server found the thread doesn't matter: it may have ended by itself. */
    private final class Answer implements Exchange {
        private final BackendConnection connection;

        Answer(BackendConnection connection) {
            this.connection = connection;
        }

        @Override
        public Expecting expecting() {
            return Expecting.ACKNOWLEDGEMENT;
        }

        @Override
        public long deadlineMillis() {
            return OWN_DEADLINE_MILLIS;
        }

        @Override
        public void received(ByteBuf bytes) {
            bytes.release();
        }

        @Override
        public void ended(AnswerEnd end) {
            underWay--;
            connection.close();
        }

        @Override
        public void lost(ServerError reason) {
            underWay--;
        }
    }
}
