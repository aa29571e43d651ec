package io.pinion.server.execution.context;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.execution.answer.ResultSink;

/** A command in progress. Every method is called on the session's event loop. */
public interface Execution {
    /** An execution without work. */
    Execution NONE = new Execution() {};

    /** The client's error when its statement was killed. */
    ServerError INTERRUPTED = new ServerError(ErrorCode.QUERY_INTERRUPTED, "Query execution was interrupted");

    /** The client takes bytes again after {@link ResultSink#isWritable()} was false. */
    default void clientWritable() {}

    /** Ends the command with an error; the session goes on. */
    default void kill() {}

    /** The reason why it hasn't begun yet, for {@code SHOW SESSIONS}; empty when it has begun. */
    default String waitsFor() {
        return "";
    }

    /** The client is gone and needs no answer. */
    default void clientGone() {}
}
