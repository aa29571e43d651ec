package io.pinion.server.admin;

import io.pinion.protocol.flags.ErrorCode;
import io.pinion.routing.plan.LocalAnswer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** The answer to an admin statement: rows, an OK or an error. */
public sealed interface AdminAnswer {
    record Answered(LocalAnswer answer) implements AdminAnswer {}

    /** One error packet. {@code sqlState} has five characters. */
    record Failed(int code, String sqlState, String message) implements AdminAnswer {
        static Failed of(ErrorCode code, String message) {
            return new Failed(code.number(), code.sqlState(), message);
        }
    }

    static CompletionStage<AdminAnswer> now(AdminAnswer answer) {
        return CompletableFuture.completedStage(answer);
    }

    static CompletionStage<AdminAnswer> now(LocalAnswer answer) {
        return now(new Answered(answer));
    }
}
