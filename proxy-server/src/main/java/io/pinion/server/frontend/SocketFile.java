package io.pinion.server.frontend;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;

/**
 * A unix socket where clients connect.
 *
 * @param permissions of the file: connecting takes the right to write
 */
public record SocketFile(Path path, Set<PosixFilePermission> permissions) {
    public SocketFile {
        permissions = Set.copyOf(permissions);
    }

    /**
     * Deletes the socket file of a process that crashed.
     *
     * @throws IOException when a process listens there, or the file isn't a socket
     */
    void makeFree() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        BasicFileAttributes attributes =
                Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isOther()) {
            throw new IOException("there is a file of that name that is no socket");
        }
        if (somebodyListens()) {
            throw new IOException("another process listens there");
        }
        Files.delete(path);
    }

    private boolean somebodyListens() {
        try (SocketChannel channel = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
            return channel.isConnected();
        } catch (IOException refused) {
            return false;
        }
    }

    /** Sets the permissions of the file, which must exist. */
    void permit() throws IOException {
        Files.setPosixFilePermissions(path, permissions);
    }

    void remove() throws IOException {
        Files.deleteIfExists(path);
    }
}
