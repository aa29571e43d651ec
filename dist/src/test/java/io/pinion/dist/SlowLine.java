package io.pinion.dist;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A line to a server on 127.0.0.1, whose answers come late: others see what a client has written before it goes on. */
final class SlowLine implements AutoCloseable {
    private static final int CHUNK_BYTES = 16_384;

    private final ServerSocket listening;
    private final int server;
    private final Duration late;

    private SlowLine(ServerSocket listening, int server, Duration late) {
        this.listening = listening;
        this.server = server;
        this.late = late;
    }

    static SlowLine to(int server, Duration late) throws IOException {
        ServerSocket listening = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        SlowLine line = new SlowLine(listening, server, late);
        Thread.ofVirtual().start(line::accept);
        return line;
    }

    /** As settings name it. */
    String address() {
        return "127.0.0.1:" + listening.getLocalPort();
    }

    private void accept() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                Socket there = new Socket(InetAddress.getLoopbackAddress(), server);
                client.setTcpNoDelay(true);
                there.setTcpNoDelay(true);
                Thread.ofVirtual().start(() -> pass(client, there, Duration.ZERO));
                Thread.ofVirtual().start(() -> pass(there, client, late));
            } catch (IOException e) {
                // Either end is gone, and its clients connect again.
            }
        }
    }

    private static void pass(Socket from, Socket to, Duration late) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            byte[] chunk = new byte[CHUNK_BYTES];
            for (int size = in.read(chunk); size >= 0; size = in.read(chunk)) {
                TimeUnit.MILLISECONDS.sleep(late.toMillis());
                out.write(chunk, 0, size);
            }
        } catch (IOException e) {
            // An end of the line is gone.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
