package io.pinion.server.execution.query;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.AnswerEnd;
import java.util.Optional;

/** The result of an {@link InternalQuery}. */
public sealed interface QueryResult<T> {
    /** The result where there was nothing to send. */
    static QueryResult<?> done() {
        return new Answered<>(true);
    }

    /** The error because of which it isn't certain that the server has executed all of it; empty when it has. */
    default Optional<ServerError> problem() {
        return switch (this) {
            case Answered<T> done -> Optional.empty();
            case Refused<T>(ServerError error, AnswerEnd end) -> Optional.of(error);
            case Lost<T>(ServerError reason) -> Optional.of(reason);
        };
    }

    /** The server has executed all of it. */
    record Answered<T>(T value) implements QueryResult<T> {}

    /**
     * The server has refused a statement, or its answer can't be read.
     *
     * @param error the error of the first statement that failed
     * @param end the end of the last statement's answer
     */
    record Refused<T>(ServerError error, AnswerEnd end) implements QueryResult<T> {}

    /** The connection is lost, and how much the server has executed is unknown. */
    record Lost<T>(ServerError reason) implements QueryResult<T> {}
}
