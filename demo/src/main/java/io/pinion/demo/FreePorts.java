package io.pinion.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;

/** Finds free TCP ports on 127.0.0.1. */
public final class FreePorts {
    /** Below the ports that Linux gives to outgoing connections, one of which could take the port in between. */
    private static final int LOWEST = 15_000;

    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS = 200;

    private FreePorts() {}

    /** A port chosen at random, so that tests running side by side seldom try the same one. */
    public static int next() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new IOException("no free port found between " + LOWEST + " and " + HIGHEST);
    }

    /** {@code preferred} when it is free, else another. */
    static int nextPreferring(int preferred) throws IOException {
        return isFree(preferred) ? preferred : next();
    }

    public static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
