package io.pinion.integration.faults.cluster;

import io.pinion.operations.server.ManagedServer;
import java.io.IOException;
import java.sql.SQLException;

/** A server that the test runs: it keeps its port over all of these. Blocks. */
interface ServerProcess {
    /** Fenced, with the data that it has; nothing happens when it runs. */
    void start() throws IOException;

    /** Without any farewell; returns when it has ended. */
    void kill9();

    /**
     * Started anew, without what it had. It has what the source has, or nothing in it but root where following the source
     * from its first transaction is the only way that a product has at hand.
     */
    void makeAnew(ManagedServer source) throws IOException, SQLException;
}
