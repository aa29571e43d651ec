package io.pinion.server.observe;

import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each admin statement that changes something, or has tried to, once it has ended. Thread-safe. */
public final class AuditLog {
    static final String NAME = "io.pinion.audit";

    private static final Logger LOG = LoggerFactory.getLogger(NAME);

    private final Supplier<String> proxy;

    /** @param proxy this proxy's name, which may change while it starts */
    public AuditLog(Supplier<String> proxy) {
        this.proxy = proxy;
    }

    private static final int MOST_CHARACTERS = 16 * 1024;

    /**
     * One admin statement.
     *
     * @param client the client's address
     * @param session the number of the client's session
     * @param statement without the secrets in it
     * @param nanos from its arrival to its answer
     */
    public record AuditedStatement(String user, String client, long session, String statement, long nanos) {}

    public void done(AuditedStatement statement) {
        write(statement, "done", 0, "");
    }

    /** @param reason as the client was told it; empty where it may have a secret in it */
    public void failed(AuditedStatement statement, int code, String reason) {
        write(statement, "failed", code, reason);
    }

    private void write(AuditedStatement statement, String outcome, int code, String reason) {
        LOG.atInfo()
                .addKeyValue(LogKeys.USER, statement.user())
                .addKeyValue(LogKeys.CLIENT, statement.client())
                .addKeyValue(LogKeys.SESSION, statement.session())
                .addKeyValue(LogKeys.PROXY, proxy.get())
                .addKeyValue(LogKeys.OUTCOME, outcome)
                .addKeyValue(LogKeys.CODE, code)
                .addKeyValue(LogKeys.REASON, cut(reason))
                .addKeyValue(LogKeys.DURATION_MILLIS, statement.nanos() / 1_000_000)
                .addKeyValue(LogKeys.STATEMENT, cut(statement.statement()))
                .log("admin statement");
    }

    /** The beginning of a text, so that one statement of a user doesn't fill the log's disk. */
    private static String cut(String text) {
        return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
    }
}
