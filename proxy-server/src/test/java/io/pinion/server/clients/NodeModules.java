package io.pinion.server.clients;

import io.pinion.demo.CacheDirectory;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The npm packages that {@code clients/node/package-lock.json} names, fetched once into Pinion's cache directory: a changed
 * lock file is another directory.
 */
final class NodeModules {
    private static final List<String> FILES = List.of("package.json", "package-lock.json");

    private NodeModules() {}

    /** A node that finds the packages; empty without node, npm or, the first time, the network. */
    static Optional<ClientProgram> node() throws IOException {
        Optional<ClientProgram> node = ClientProgram.find(List.of("node"), "--version");
        if (node.isEmpty()) {
            return Optional.empty();
        }
        Path cache = CacheDirectory.find();
        Path directory = cache.resolve("node-" + digest());
        Path modules = directory.resolve("node_modules");
        if (!Files.isDirectory(modules) && !fetch(cache, directory)) {
            return Optional.empty();
        }
        return Optional.of(new ClientProgram(List.of("env", "NODE_PATH=" + modules, "node")));
    }

    private static boolean fetch(Path cache, Path directory) throws IOException {
        Optional<ClientProgram> npm = ClientProgram.find(List.of("npm"), "--version");
        if (npm.isEmpty()) {
            return false;
        }
        Files.createDirectories(cache);
        // Another build may do the same: whoever is ready first gives the directory its name.
        Path fetched = Files.createTempDirectory(cache, "node");
        for (String file : FILES) {
            Files.copy(source(file), fetched.resolve(file), StandardCopyOption.REPLACE_EXISTING);
        }
        var outcome = npm.get()
                .with("ci", "--prefix", fetched.toString(), "--ignore-scripts", "--no-audit", "--no-fund")
                .run(Map.of());
        if (outcome.status() != 0) {
            System.out.println("npm can't fetch the packages: " + outcome.output());
            delete(fetched);
            return false;
        }
        try {
            Files.move(fetched, directory, StandardCopyOption.ATOMIC_MOVE);
        } catch (FileSystemException ready) {
            delete(fetched);
            return Files.isDirectory(directory.resolve("node_modules"));
        }
        return true;
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
    }

    private static String digest() throws IOException {
        try {
            byte[] lock = Files.readAllBytes(source("package-lock.json"));
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(lock))
                    .substring(0, 16);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Path source(String file) {
        return Path.of(ClientProgram.script("node/" + file));
    }
}
