package io.pinion.integration.clients;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The npm packages that {@code clients/node/package-lock.json} names; a changed lock file is another directory. */
final class NodeModules {
    private static final List<String> FILES = List.of("package.json", "package-lock.json");

    private NodeModules() {}

    /** A node that finds the packages; empty without node, npm or, the first time, the network. */
    static Optional<InstalledProgram> node() throws IOException {
        Optional<InstalledProgram> node = InstalledProgram.find(List.of("node"), "--version");
        Optional<InstalledProgram> npm = InstalledProgram.find(List.of("npm"), "--version");
        if (node.isEmpty() || npm.isEmpty()) {
            return Optional.empty();
        }
        return Downloads.directory("node-" + digest(), directory -> {
                    for (String file : FILES) {
                        Files.copy(source(file), directory.resolve(file));
                    }
                    return npm.get()
                            .run(
                                    Map.of(),
                                    "ci",
                                    "--prefix",
                                    directory.toString(),
                                    "--ignore-scripts",
                                    "--no-audit",
                                    "--no-fund");
                })
                .map(directory ->
                        new InstalledProgram(List.of("env", "NODE_PATH=" + directory.resolve("node_modules"), "node")));
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
        return Path.of(InstalledProgram.script("node/" + file));
    }
}
