package io.pinion.server.faults.cluster;

import io.pinion.demo.LocalServer;
import io.pinion.operations.server.ManagedServer;
import io.pinion.server.faults.network.FaultLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A server that proxies reach by a line of its own; tests and its partner reach it directly. */
public final class FaultServer {
    private final String name;
    private final FaultLine line;
    private final Optional<LocalServer> process;
    private final Login login;

    /** Opens a way to the server as root. */
    interface Login {
        ManagedServer open() throws SQLException;
    }

    /** @param process empty when somebody else runs it */
    FaultServer(String name, FaultLine line, Optional<LocalServer> process, Login login) {
        this.name = name;
        this.line = line;
        this.process = process;
        this.login = login;
    }

    /** In the topology. */
    public String name() {
        return name;
    }

    /** From all proxies. */
    public FaultLine line() {
        return line;
    }

    /** As root, by the direct way; the caller closes it. */
    public ManagedServer manage() throws SQLException {
        return login.open();
    }

    public boolean canBeKilled() {
        return process.isPresent();
    }

    public void kill9() {
        process.orElseThrow().kill9();
    }

    /** Fenced, with the data that it has; nothing happens when it runs. */
    public void start() throws IOException {
        if (process.isPresent()) {
            process.get().start();
        }
    }

    /** Started anew with nothing in it but root. */
    public void empty() throws IOException {
        LocalServer server = process.orElseThrow();
        server.kill9();
        try (Stream<Path> files = Files.walk(server.data())) {
            List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepestFirst) {
                Files.delete(file);
            }
        }
        server.start();
    }

    @Override
    public String toString() {
        return name;
    }
}
