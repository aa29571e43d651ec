package io.pinion.server.execution.context;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.protocol.server.ServerError;
import io.pinion.server.execution.answer.ResultSink;

/** A command that is being worked on. Every method is called on the session's event loop. */
public interface Execution {
    /** Nothing can happen to it any more. */
    Execution NONE = new Execution() {};

    /** What a client gets whose statement was killed. */
    ServerError INTERRUPTED = new ServerError(ErrorCode.QUERY_INTERRUPTED, "Query execution was interrupted");

    /** The client takes bytes again after {@link ResultSink#isWritable()} was false. */
    default void clientWritable() {}

    /** Somebody wants it to end with an error; the session goes on. */
    default void kill() {}

    /** What it waits for before it begins, in words for {@code SHOW SESSIONS}; empty when it has begun. */
    default String waitsFor() {
        return "";
    }

    /** The client is gone: nobody wants the answer any more. */
    default void clientGone() {}
}
