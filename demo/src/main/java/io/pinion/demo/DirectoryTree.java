package io.pinion.demo;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Copies and deletes data directories, which may hold tens of thousands of small files. */
final class DirectoryTree {
    private DirectoryTree() {}

    /** Copies {@code from} to {@code to}, which must not exist yet. The server that owns the files must be stopped. */
    static void copy(Path from, Path to) throws IOException {
        List<Path> entries = list(from);
        Files.createDirectories(to.toAbsolutePath().getParent());
        for (Path entry : entries) {
            if (Files.isDirectory(entry)) {
                Files.createDirectory(to.resolve(from.relativize(entry)));
            }
        }
        try {
            entries.parallelStream().filter(Files::isRegularFile).forEach(file -> copyFile(file, to, from));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Deletes {@code root} and all in it; nothing happens when it doesn't exist. Symbolic links aren't followed. */
    static void delete(Path root) throws IOException {
        if (!Files.exists(root, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> deepestFirst =
                list(root).stream().sorted(Comparator.reverseOrder()).toList();
        for (Path entry : deepestFirst) {
            Files.deleteIfExists(entry);
        }
    }

    private static List<Path> list(Path root) throws IOException {
        try (Stream<Path> entries = Files.walk(root)) {
            return entries.toList();
        }
    }

    private static void copyFile(Path file, Path to, Path from) {
        try {
            Files.copy(file, to.resolve(from.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
