package io.pinion.demo;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Finds free TCP ports on 127.0.0.1. */
public final class FreePorts {
    /** Below the ports that Linux gives to outgoing connections, one of which could take the port in between. */
    private static final int LOWEST = 15_000;

    private static final int HIGHEST = 32_000;
    private static final int ATTEMPTS = 200;

    /**
     * A process locks the byte of each port that it has chosen, until it ends: between the choice and a server's start
     * another process may choose, too.
     */
    private static final Optional<FileChannel> CHOSEN = openLocks();

    private FreePorts() {}

    /** A port that no other process of this machine gets from here as long as this one runs. */
    public static int next() throws IOException {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
            if (isFree(port) && isChosenHere(port)) {
                return port;
            }
        }
        throw new IOException("no free port found between " + LOWEST + " and " + HIGHEST);
    }

    private static Optional<FileChannel> openLocks() {
        Path file = Path.of(System.getProperty("java.io.tmpdir", "/tmp"), "pinion-ports");
        try {
            return Optional.of(FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE));
        } catch (IOException e) {
            // Another user's: ports are chosen at random, and two processes seldom choose the same one.
            return Optional.empty();
        }
    }

    private static boolean isChosenHere(int port) throws IOException {
        try {
            return CHOSEN.isEmpty() || CHOSEN.get().tryLock(port, 1, false) != null;
        } catch (OverlappingFileLockException e) {
            // By this process.
            return false;
        }
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
