package io.pinion.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.zookeeper.server.NIOServerCnxnFactory;
import org.apache.zookeeper.server.ServerCnxnFactory;
import org.apache.zookeeper.server.ZooKeeperServer;
import org.apache.zookeeper.server.persistence.FileTxnLog;
import org.jspecify.annotations.Nullable;

/**
 * A real ZooKeeper server inside this process, on 127.0.0.1. It keeps its data and port over {@link #stop} and {@link
 * #start}, so that tests can take it away from its clients and bring it back.
 */
public final class EmbeddedZooKeeper implements AutoCloseable {
    /** Sessions may be 2 to 20 ticks long. */
    private static final int TICK_MILLIS = 1000;

    private static final int CONNECTIONS = 1000;
    private static final long LOG_PREALLOCATION_BYTES = 1 << 20;

    private final Path directory;
    private final int port;
    private @Nullable ServerCnxnFactory listener;
    private @Nullable ZooKeeperServer server;

    private EmbeddedZooKeeper(Path directory, int port) {
        this.directory = directory;
        this.port = port;
    }

    /** Starts it with the data in {@code directory}, which is made when absent. */
    public static EmbeddedZooKeeper start(Path directory, int port) throws IOException {
        EmbeddedZooKeeper zooKeeper = new EmbeddedZooKeeper(directory, port);
        zooKeeper.start();
        return zooKeeper;
    }

    /** The address that clients connect to, {@code host:port}. */
    public String connectString() {
        return "127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    /** Starts it again after {@link #stop}; nothing happens when it runs. */
    public synchronized void start() throws IOException {
        if (server != null) {
            return;
        }
        // ZooKeeper allocates 64 MB for each log file by default, which a topology of some kilobytes never fills.
        FileTxnLog.setPreallocSize(LOG_PREALLOCATION_BYTES);
        Files.createDirectories(directory);
        ZooKeeperServer starting = new ZooKeeperServer(directory.toFile(), directory.toFile(), TICK_MILLIS);
        ServerCnxnFactory accepting = new NIOServerCnxnFactory();
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        accepting.configure(new InetSocketAddress(loopback, port), CONNECTIONS);
        try {
            accepting.startup(starting);
        } catch (InterruptedException e) {
            accepting.shutdown();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while ZooKeeper was starting", e);
        }
        listener = accepting;
        server = starting;
    }

    /** Drops every client's connection and ends; sessions and data stay on disk. */
    public synchronized void stop() {
        if (listener != null) {
            listener.shutdown();
            listener = null;
        }
        if (server != null) {
            server.shutdown(true);
            server = null;
        }
    }

    @Override
    public void close() {
        stop();
    }
}
