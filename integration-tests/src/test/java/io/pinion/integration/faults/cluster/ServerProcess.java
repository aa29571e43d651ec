package io.pinion.integration.faults.cluster;

import java.io.IOException;

/** A server that the test runs: it keeps its port over all of these. Blocks. */
interface ServerProcess {
    /** Fenced, with the data that it has; nothing happens when it runs. */
    void start() throws IOException;

    /** Without any farewell; returns when it has ended. */
    void kill9();

    /** Started anew with nothing in it but root. */
    void empty() throws IOException;
}
