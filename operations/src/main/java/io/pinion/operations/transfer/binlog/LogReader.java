package io.pinion.operations.transfer.binlog;

import com.github.shyiko.mysql.binlog.BinaryLogClient;
import com.github.shyiko.mysql.binlog.event.Event;
import com.github.shyiko.mysql.binlog.event.EventType;
import com.github.shyiko.mysql.binlog.event.deserialization.ByteArrayEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.EventDeserializer;
import com.github.shyiko.mysql.binlog.network.AuthenticationException;
import com.github.shyiko.mysql.binlog.network.ServerException;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.ServerAway;
import io.pinion.operations.server.ServerLogin;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/**
 * Reads a server's binary log on a thread of its own, from a place on, and keeps what it finds for another thread. When
 * that is slow, the reading waits, and the server ends the connection when that takes longer than its
 * net_write_timeout. A reader doesn't connect again: who closes it opens another one at a place that it has passed on.
 */
public final class LogReader implements AutoCloseable {
    private static final int MOST_QUEUED = 50_000;
    private static final Duration HEARTBEAT = Duration.ofSeconds(1);
    private static final Duration SILENCE = Duration.ofSeconds(30);
    private static final Duration CONNECTING = Duration.ofSeconds(10);

    /** Server ids of people are small. */
    private static final long FIRST_ID = 1L << 31;

    private static final long LAST_ID = (1L << 32) - 1;

    /** ER_MASTER_FATAL_ERROR_READING_BINLOG. */
    private static final int CANT_READ = 1236;

    private static final Set<EventType> RAW = Set.of(
            EventType.GTID,
            EventType.MARIADB_GTID,
            EventType.XA_PREPARE,
            EventType.WRITE_ROWS,
            EventType.UPDATE_ROWS,
            EventType.DELETE_ROWS,
            EventType.EXT_WRITE_ROWS,
            EventType.EXT_UPDATE_ROWS,
            EventType.EXT_DELETE_ROWS);

    /** Held here, since a logger that only its own name holds forgets its level. */
    private static final Logger LIBRARY = Logger.getLogger(BinaryLogClient.class.getName());

    private final ServerLogin login;
    private final BlockingQueue<LogItem> queue = new ArrayBlockingQueue<>(MOST_QUEUED);
    private final AtomicReference<@Nullable OperationRefused> broken = new AtomicReference<>();
    private final LogEvents events;
    private final BinaryLogClient client;
    private final Thread thread;
    private volatile @Nullable Socket socket;
    private volatile boolean closed;

    private LogReader(
            ServerLogin login, SourcePlace from, Set<String> databases, Map<String, List<FollowedTable>> tables)
            throws OperationRefused {
        this.login = login;
        this.events = new LogEvents(from, databases, tables, queue::put);
        this.client = client(LogServer.of(login), from);
        this.thread = Thread.ofPlatform()
                .daemon()
                .name("binlog of " + login.server().name())
                .unstarted(this::run);
    }

    /**
     * Begins to read.
     *
     * @param login of an account with REPLICATION SLAVE
     * @param databases whose changes are wanted
     * @param tables what is wanted of those in each of them, by the name that the log has
     */
    public static LogReader open(
            ServerLogin login, SourcePlace from, Set<String> databases, Map<String, List<FollowedTable>> tables)
            throws OperationRefused {
        LIBRARY.setLevel(Level.OFF);
        LogReader reader = new LogReader(login, from, databases, tables);
        reader.thread.start();
        return reader;
    }

    private BinaryLogClient client(LogServer server, SourcePlace from) throws OperationRefused {
        BinaryLogClient opened = new BinaryLogClient(server.host(), server.port(), server.user(), server.password());
        opened.setServerId(ThreadLocalRandom.current().nextLong(FIRST_ID, LAST_ID));
        opened.setBinlogFilename(from.file());
        opened.setBinlogPosition(from.offset());
        opened.setKeepAlive(false);
        opened.setHeartbeatInterval(HEARTBEAT.toMillis());
        opened.setConnectTimeout(CONNECTING.toMillis());
        opened.setSSLMode(server.mode());
        opened.setSslSocketFactory(server.sockets());
        opened.setSocketFactory(this::connecting);
        EventDeserializer deserializer = new EventDeserializer();
        RAW.forEach(type -> deserializer.setEventDataDeserializer(type, new ByteArrayEventDataDeserializer()));
        opened.setEventDeserializer(deserializer);
        opened.registerEventListener(this::on);
        opened.registerLifecycleListener(new BinaryLogClient.AbstractLifecycleListener() {
            @Override
            public void onEventDeserializationFailure(BinaryLogClient from, Exception why) {
                end(new OperationRefused(
                        "the binary log of " + login + " has something that is unknown to Pinion: " + why));
            }

            @Override
            public void onCommunicationFailure(BinaryLogClient from, Exception why) {
                end(unreadable(why));
            }
        });
        return opened;
    }

    private Socket connecting() throws SocketException {
        Socket made = new Socket();
        made.setSoTimeout((int) SILENCE.toMillis());
        made.setTcpNoDelay(true);
        socket = made;
        return made;
    }

    private OperationRefused unreadable(Throwable why) {
        String message = "the binary log of " + login + " can't be read: "
                + (why.getMessage() == null ? why.toString() : why.getMessage());
        if (why instanceof ServerException refusal && refusal.getErrorCode() == CANT_READ) {
            return new OperationRefused(message + "; where a file is purged already, begin anew");
        }
        return why instanceof AuthenticationException ? new OperationRefused(message) : new ServerAway(message);
    }

    private void run() {
        try {
            client.connect();
            end(new ServerAway("the binary log of " + login + " has ended"));
        } catch (IOException | RuntimeException e) {
            end(unreadable(e));
        }
    }

    private void on(Event event) {
        if (broken.get() != null) {
            return;
        }
        try {
            events.on(event);
        } catch (OperationRefused e) {
            end(e);
        } catch (InterruptedException e) {
            end(new ServerAway("closed"));
        } catch (RuntimeException e) {
            end(new OperationRefused("an event of the binary log of " + login + " is unknown to Pinion: " + e));
        }
    }

    /** The library's own way to disconnect waits for the thread that this runs on. */
    private void end(OperationRefused why) {
        broken.compareAndSet(null, why);
        Socket open = socket;
        if (open != null) {
            try {
                open.close();
            } catch (IOException e) {
                // It is closed then.
            }
        }
    }

    /**
     * Takes what has been found, in its order; nothing when there is none for so long.
     *
     * @param most how much
     * @param wait for the first
     * @throws OperationRefused when all has been taken and no more will come
     */
    public void take(List<LogItem> into, int most, Duration wait) throws OperationRefused, InterruptedException {
        LogItem first = queue.poll(wait.toMillis(), TimeUnit.MILLISECONDS);
        if (first == null) {
            OperationRefused why = broken.get();
            if (why != null && queue.isEmpty()) {
                throw why;
            }
            return;
        }
        into.add(first);
        queue.drainTo(into, most - 1);
    }

    /** Whether nothing waits to be taken. */
    public boolean isEmpty() {
        return queue.isEmpty();
    }

    @Override
    public void close() {
        if (!closed) {
            closed = true;
            end(new ServerAway("closed"));
            thread.interrupt();
        }
    }
}
