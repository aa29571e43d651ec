package io.pinion.integration.testing;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * The network between a proxy and a real server, which fails as a test says: connections are cut, answers are lost on the
 * way, or nothing comes through any more.
 */
public final class Wire implements AutoCloseable {
    private static final int BUFFER_BYTES = 64 * 1024;

    private final String host;
    private final int port;
    private final ServerSocket listening;
    private final List<Socket> sockets = new CopyOnWriteArrayList<>();
    private final Object lock = new Object();
    private boolean frozen;
    private volatile boolean losingAnswers;
    private volatile boolean down;

    /** A wire to that server. */
    public Wire(RealServer server) {
        this(server.host(), server.port());
    }

    /** A wire to the server there. */
    public Wire(String host, int port) {
        this.host = host;
        this.port = port;
        try {
            listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofVirtual().start(this::accept);
    }

    /** Where the proxy finds the server. */
    public int port() {
        return listening.getLocalPort();
    }

    /** Cuts every connection there is; new ones come through. */
    public void cut() {
        for (Socket socket : sockets) {
            closeQuietly(socket);
        }
        sockets.clear();
    }

    /** Whether new connections end at once, as at a host whose server isn't there. */
    public void down(boolean isDown) {
        down = isDown;
        if (isDown) {
            cut();
        }
    }

    /** The server hears everything, and the proxy nothing more of it. */
    public void loseAnswers(boolean losing) {
        losingAnswers = losing;
    }

    /** Nothing comes through in either direction, and no connection ends, until it is thawed. */
    public void freeze(boolean isFrozen) {
        synchronized (lock) {
            frozen = isFrozen;
            lock.notifyAll();
        }
    }

    @Override
    public void close() {
        freeze(false);
        try {
            listening.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        cut();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket proxySide = listening.accept();
                Socket serverSide = down ? null : new Socket(host, port);
                if (serverSide == null) {
                    closeQuietly(proxySide);
                    continue;
                }
                proxySide.setTcpNoDelay(true);
                serverSide.setTcpNoDelay(true);
                sockets.add(proxySide);
                sockets.add(serverSide);
                Thread.ofPlatform().daemon().start(() -> carry(proxySide, serverSide, false));
                Thread.ofPlatform().daemon().start(() -> carry(serverSide, proxySide, true));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void carry(Socket from, Socket to, boolean answers) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                awaitThaw();
                if (!answers || !losingAnswers) {
                    out.write(buffer, 0, count);
                }
            }
        } catch (IOException e) {
            // One of the two has gone, or the test has cut the wire.
        }
    }

    private void awaitThaw() {
        synchronized (lock) {
            while (frozen) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
