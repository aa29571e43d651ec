package io.pinion.server.faults.cluster;

import io.pinion.demo.LocalServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** One that the demo's classes start. */
record MariaDbProcess(LocalServer server) implements ServerProcess {
    @Override
    public void start() throws IOException {
        server.start();
    }

    @Override
    public void kill9() {
        server.kill9();
    }

    @Override
    public void empty() throws IOException {
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
