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
 * @param permissions who may: connecting takes the right to write
 */
public record SocketFile(Path path, Set<PosixFilePermission> permissions) {
    public SocketFile {
        permissions = Set.copyOf(permissions);
    }

    /**
     * Takes away what a process left that ended without a farewell.
     *
     * @throws IOException when somebody listens there, or the file is something else
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

    /** Once it is there. */
    void permit() throws IOException {
        Files.setPosixFilePermissions(path, permissions);
    }

    void remove() throws IOException {
        Files.deleteIfExists(path);
    }
}
