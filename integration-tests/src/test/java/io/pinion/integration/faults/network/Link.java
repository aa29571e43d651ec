package io.pinion.integration.faults.network;

import io.pinion.integration.faults.network.FaultLine.Weather;
import io.pinion.integration.faults.network.Tripwire.Side;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.util.concurrent.TimeUnit;

/** One connection of a line: two threads that copy, and look at the line's weather before each piece. */
final class Link {
    private static final int PIECE_BYTES = 64 << 10;
    private static final long LOOK_EVERY_MILLIS = 2;

    private final FaultLine line;
    private final Socket client;
    private final Socket server = new Socket();
    private final InetSocketAddress target;
    private volatile boolean stopped;
    private volatile boolean over;

    Link(FaultLine line, Socket client, InetSocketAddress target) {
        this.line = line;
        this.client = client;
        this.target = target;
    }

    void start() {
        Thread.ofVirtual().start(this::run);
    }

    private void run() {
        try {
            awaitPassage();
            server.connect(target);
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Thread.ofVirtual().start(() -> copy(server, client, false));
            copy(client, server, true);
        } catch (IOException | InterruptedException e) {
            reset();
        }
    }

    private void copy(Socket from, Socket to, boolean asks) {
        byte[] piece = new byte[PIECE_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int count = in.read(piece); count > 0; count = in.read(piece)) {
                awaitPassage();
                TimeUnit.NANOSECONDS.sleep(line.delay().toNanos());
                Tripwire wire = asks ? line.wire() : null;
                if (wire != null && wire.sees(piece, count)) {
                    stopAt(wire, out, piece, count);
                } else {
                    out.write(piece, 0, count);
                }
            }
        } catch (IOException | InterruptedException e) {
            reset();
            return;
        }
        end();
    }

    private void stopAt(Tripwire wire, OutputStream out, byte[] piece, int count)
            throws IOException, InterruptedException {
        stopped = true;
        if (wire.side() == Side.BEHIND) {
            out.write(piece, 0, count);
            wire.trip();
            awaitPassage();
        } else {
            wire.trip();
            awaitPassage();
            out.write(piece, 0, count);
        }
    }

    private void awaitPassage() throws IOException, InterruptedException {
        while (stopped || line.weather() != Weather.FAIR) {
            if (over || line.weather() == Weather.BROKEN) {
                throw new SocketException("the line is cut");
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
        }
        if (over) {
            throw new SocketException("the line is cut");
        }
    }

    boolean isStopped() {
        return stopped;
    }

    void letGo() {
        stopped = false;
    }

    /** Without a farewell, so that both ends have an error. */
    void reset() {
        over = true;
        for (Socket socket : new Socket[] {client, server}) {
            try {
                socket.setSoLinger(true, 0);
            } catch (SocketException closedAlready) {
                // It is to be closed.
            }
            close(socket);
        }
        line.ended(this);
    }

    private void end() {
        over = true;
        close(client);
        close(server);
        line.ended(this);
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException closedAlready) {
            // That is what is wanted.
        }
    }
}
