package io.pinion.server.backend;

import io.netty.buffer.ByteBuf;
import io.pinion.config.topology.Server;
import io.pinion.protocol.client.CommandEncoder;
import io.pinion.protocol.frame.Expecting;
import io.pinion.protocol.server.ServerError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends KILLs to a server over separate connections, since the pool's may all be busy, perhaps with the statement to
 * kill. These connections don't count for the pool's limit, so only a few are open at a time; other KILLs wait in line.
 * Lives on the pool's event loop.
 */
final class KillSender {
    static final int MAX_AT_A_TIME = 8;

    /** More than a server has connections. A KILL beyond it isn't sent, and its statement ends by itself. */
    static final int MAX_WAITING = 10_000;

    private static final Logger log = LoggerFactory.getLogger(KillSender.class);

    private final Server server;
    private final Connector connector;
    private final ArrayDeque<Kill> waiting = new ArrayDeque<>();
    private int underWay;

    /** A KILL, which ends once: then another one may be sent in its place. */
    private final class Kill {
        private final Login login;
        private final String command;
        private final long thread;
        private final Runnable ended;
        private boolean over;

        Kill(Login login, String command, long thread, Runnable ended) {
            this.login = login;
            this.command = command;
            this.thread = thread;
            this.ended = ended;
        }

        byte[] text() {
            return (command + ' ' + thread).getBytes(StandardCharsets.US_ASCII);
        }

        void end() {
            if (over) {
                assert false : "a KILL ended twice";
                return;
            }
            over = true;
            underWay--;
            Kill next = waiting.poll();
            if (next != null) {
                send(next);
            }
            ended.run();
        }
    }

    KillSender(Server server, Connector connector) {
        this.server = server;
        this.connector = connector;
    }

    /**
     * @param command {@code KILL QUERY} or {@code KILL CONNECTION}, which the account may do to its own threads
     * @param ended runs when the server has answered, or never will
     */
    void kill(Login login, String command, long thread, Runnable ended) {
        Kill kill = new Kill(login, command, thread, ended);
        if (underWay < MAX_AT_A_TIME) {
            send(kill);
        } else if (waiting.size() < MAX_WAITING) {
            waiting.add(kill);
        } else {
            ended.run();
            log.warn(
                    "Too many KILLs at a time, one is left out server=\"{}\" limit=\"{}\"", server.name(), MAX_WAITING);
        }
    }

    private void send(Kill kill) {
        underWay++;
        connector.open(server, kill.login, new Connector.Outcome() {
            @Override
            public void opened(BackendConnection connection) {
                connection.send(
                        new Answer(connection, kill), CommandEncoder.query(kill.text(), connection.allocator()));
                connection.flush();
            }

            @Override
            public void failed(ServerError error) {
                kill.end();
                log.warn("A KILL couldn't be sent server=\"{}\" reason=\"{}\"", server.name(), error.message());
            }
        });
    }

    /** Any answer is good, also that the thread doesn't exist: it may have ended by itself. */
    private static final class Answer implements Exchange {
        private final BackendConnection connection;
        private final Kill kill;

        Answer(BackendConnection connection, Kill kill) {
            this.connection = connection;
            this.kill = kill;
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
            connection.close();
            kill.end();
        }

        @Override
        public void lost(ServerError reason) {
            kill.end();
        }
    }
}
