package io.pinion.server.execution.fanout;

import io.pinion.server.execution.context.SessionContext;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets the rows at hand of a {@link FanOutReply} go out in slices, with other sessions served in between, and no faster
 * than they are taken. Lives on the session's event loop.
 */
final class RowSlices {
    private static final Logger log = LoggerFactory.getLogger(RowSlices.class);

    private final SessionContext session;
    private final FanOutReply reply;
    private final Runnable next;
    private boolean comes;

    /** @param next sends a slice */
    RowSlices(SessionContext session, FanOutReply reply, Runnable next) {
        this.session = session;
        this.reply = reply;
        this.next = next;
    }

    /**
     * The next slice comes soon if there are rows for it that are wanted; to be called again when they are wanted later. The
     * loop runs a task of its queue before it looks at its sockets again, but one of its schedule only afterwards.
     */
    void follow() {
        if (!comes && reply.isBehind() && reply.takesMore()) {
            comes = true;
            session.cluster().pools().loop().schedule(this::come, 1, TimeUnit.NANOSECONDS);
        }
    }

    /** No Netty handler is the caller here, which would close the client's connection after a mistake. */
    private void come() {
        comes = false;
        try {
            next.run();
        } catch (RuntimeException | Error e) {
            log.error("Rows of several shards can't be sent", e);
            session.sink().close();
        }
    }
}
