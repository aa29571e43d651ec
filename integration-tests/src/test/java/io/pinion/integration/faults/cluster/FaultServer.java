package io.pinion.integration.faults.cluster;

import io.pinion.integration.faults.network.FaultLine;
import io.pinion.operations.server.ManagedServer;
import java.io.IOException;
import java.sql.SQLException;

/** A server that proxies reach by a line of its own; tests and its partner reach it directly. */
public final class FaultServer {
    private final String name;
    private final FaultLine line;
    private final ServerProcess process;
    private final Login login;
    private volatile long killedNanos;

    /** Opens a way to the server as root. */
    interface Login {
        ManagedServer open() throws SQLException;
    }

    FaultServer(String name, FaultLine line, ServerProcess process, Login login) {
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

    public void kill9() {
        process.kill9();
        killedNanos = System.nanoTime();
    }

    /** When it was killed last, by {@link System#nanoTime}; 0 for never. */
    public long killedNanos() {
        return killedNanos;
    }

    /** Fenced, with the data that it has; nothing happens when it runs. */
    public void start() throws IOException {
        process.start();
    }

    /** See {@link ServerProcess#makeAnew}; {@link FaultPair#makeAnew} does the rest. */
    void makeAnew(ManagedServer source) throws IOException, SQLException {
        process.makeAnew(source);
    }

    @Override
    public String toString() {
        return name;
    }
}
