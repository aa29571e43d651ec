package io.pinion.config.source;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFileAttributeView;

/** Writes a file so that a reader, or a crash, sees all of the old text or all of the new. */
final class AtomicFile {
    private AtomicFile() {}

    /** Keeps the permissions of a file that exists; a new one is its owner's alone, since it holds verifiers. */
    static void write(Path file, String text) throws IOException {
        Path target = Files.exists(file) ? file.toRealPath() : file.toAbsolutePath();
        Path directory = target.getParent();
        if (directory == null) {
            throw new IOException(file + " has no directory");
        }
        Files.createDirectories(directory);
        Path written = Files.createTempFile(directory, "." + target.getFileName(), ".new");
        try {
            try (FileChannel channel = FileChannel.open(written, StandardOpenOption.WRITE)) {
                ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            }
            keepPermissions(target, written);
            Files.move(written, target, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(written);
        }
    }

    private static void keepPermissions(Path target, Path written) throws IOException {
        // Asking for the file's own store fails in a chroot, whose mount points aren't listed there.
        boolean posix = Files.getFileAttributeView(written, PosixFileAttributeView.class) != null;
        if (posix && Files.exists(target)) {
            Files.setPosixFilePermissions(written, Files.getPosixFilePermissions(target, LinkOption.NOFOLLOW_LINKS));
        }
    }
}
