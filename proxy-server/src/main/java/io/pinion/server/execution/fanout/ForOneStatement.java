package io.pinion.server.execution.fanout;

import io.pinion.protocol.server.ServerError;
import io.pinion.server.backend.BackendConnection;
import io.pinion.server.execution.context.SessionContext;
import io.pinion.server.execution.query.InternalQuery;
import io.pinion.server.execution.query.QueryResult;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Session variables for every server of a statement while it runs, unless the client has set them itself. One for each
 * statement. {@code timestamp} makes NOW() and the like return one moment on all servers.
 */
public final class ForOneStatement {
    private static final String TIMESTAMP = "timestamp";
    private static final String WRITE_TIMEOUT = "net_write_timeout";

    /** A moment as the value of {@code timestamp}. */
    public static String seconds(Instant moment) {
        return "%d.%06d".formatted(moment.getEpochSecond(), moment.getNano() / 1_000);
    }

    /** A day: a sorted stream may have to wait until another server's rows have been sent. */
    private static final int TIMEOUT_SECONDS = 86_400;

    private final SessionContext session;
    private final List<String> settings = new ArrayList<>();
    private final List<String> back = new ArrayList<>();

    ForOneStatement(SessionContext session) {
        this.session = session;
    }

    void holdTheTime(Instant moment) {
        set(TIMESTAMP, seconds(moment));
    }

    void waitForTheReader() {
        set(WRITE_TIMEOUT, Integer.toString(TIMEOUT_SECONDS));
    }

    private void set(String variable, String value) {
        if (!session.state().variables().settings().has(variable)) {
            settings.add("SET " + variable + " = " + value);
            back.add("SET " + variable + " = DEFAULT");
        }
    }

    /** Sets the variables before the statement runs on this connection. */
    void hold(BackendConnection connection, Consumer<ServerError> failed) {
        if (!settings.isEmpty()) {
            InternalQuery.run(connection, settings, outcome -> tell(outcome, failed));
        }
    }

    /**
     * Restores the variables after the statement on this connection.
     *
     * @param then called when the server has its own values again
     */
    void release(BackendConnection connection, Runnable then) {
        if (back.isEmpty()) {
            then.run();
            return;
        }
        InternalQuery.run(connection, back, outcome -> {
            tell(outcome, error -> connection.close());
            then.run();
        });
    }

    private static void tell(QueryResult<?> outcome, Consumer<ServerError> failed) {
        switch (outcome) {
            case QueryResult.Answered<?> done -> {}
            case QueryResult.Refused<?> refused -> failed.accept(refused.error());
            // The statement's own texts hear of the loss.
            case QueryResult.Lost<?> lost -> {}
        }
    }
}
