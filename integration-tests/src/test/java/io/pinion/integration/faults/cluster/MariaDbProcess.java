package io.pinion.integration.faults.cluster;

import io.pinion.demo.LocalServer;
import io.pinion.operations.server.ManagedServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** One that the demo's classes start. */
record MariaDbProcess(LocalServer server) implements ServerProcess {
    /**
     * One that was killed while it forgot a channel may list relay logs that it has deleted, and doesn't start then (seen on 11.4.5):
     * what operators do about it, the troubleshooting page says.
     */
    @Override
    public void start() throws IOException {
        try {
            server.start();
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("Failed to initialize multi master structures")) {
                throw e;
            }
            removeRelayLogsOfMoves();
            server.start();
        }
    }

    private void removeRelayLogsOfMoves() throws IOException {
        try (Stream<Path> files = Files.list(server.data())) {
            List<Path> ofMoves = files.filter(
                            file -> file.getFileName().toString().matches("relay-(log-)?pinion_.*"))
                    .toList();
            for (Path file : ofMoves) {
                Files.delete(file);
            }
        }
    }

    @Override
    public void kill9() {
        server.kill9();
    }

    /** Empty: {@link Servers} lets each server keep its whole binary log. */
    @Override
    public void makeAnew(ManagedServer source) throws IOException {
        server.kill9();
        try (Stream<Path> files = Files.walk(server.data())) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
        server.start();
    }
}
