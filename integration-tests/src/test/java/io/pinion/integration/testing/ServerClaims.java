package io.pinion.integration.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which given servers are this JVM's own until it ends, by locks of files: several JVMs run tests side by side, also
 * of two modules, whose numbers come from one count. Thread-safe.
 */
final class ServerClaims {
    private static final Path DIRECTORY = Path.of(System.getProperty("java.io.tmpdir"), "pinion-test-servers");
    private static final Map<String, FileLock> HELD = new HashMap<>();

    private ServerClaims() {}

    /** Whether this JVM has them; false while another one does. */
    static synchronized boolean take(String servers) {
        if (HELD.containsKey(servers)) {
            return true;
        }
        try {
            FileLock lock = lock(servers);
            if (lock == null) {
                return false;
            }
            HELD.put(servers, lock);
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path file(String servers) throws IOException {
        return Files.createDirectories(DIRECTORY).resolve(servers.replaceAll("[^A-Za-z0-9.]", "_"));
    }

    private static @Nullable FileLock lock(String servers) throws IOException {
        FileChannel channel = FileChannel.open(file(servers), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            FileLock lock = channel.tryLock();
            if (lock == null) {
                channel.close();
            }
            return lock;
        } catch (OverlappingFileLockException heldByThisJvm) {
            channel.close();
            return null;
        }
    }
}
