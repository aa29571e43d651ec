package io.pinion.server.session;

/**
 * What the running statement of a session has cost so far: filled where the cost arises, read when the statement has ended.
 * Lives on the session's event loop.
 */
public final class StatementCost {
    private long rows;
    private long bytes;
    private long waitedNanos;
    private long sent;

    /** A statement begins. */
    public void reset() {
        rows = 0;
        bytes = 0;
        waitedNanos = 0;
        sent = 0;
    }

    /** A part of the statement has sent rows or changed some. */
    public void ends(DiagnosticsEffect effect) {
        switch (effect) {
            case DiagnosticsEffect.OfServer server ->
                rows = server.affected() > 0 ? server.affected() : server.rows().orElse(0);
            case DiagnosticsEffect.OfPinion pinion -> rows = pinion.rows();
            case DiagnosticsEffect.Asked(DiagnosticsEffect statement) -> ends(statement);
            case DiagnosticsEffect.None none -> {}
            case DiagnosticsEffect.Listed listed -> {}
        }
    }

    /** Bytes of the answer. */
    public void bytes(long more) {
        bytes += more;
    }

    /** A statement goes to a server. */
    public void sends() {
        sent++;
    }

    /** A wait for a connection has ended. */
    public void waited(long nanos) {
        waitedNanos += nanos;
    }

    public long rows() {
        return rows;
    }

    public long bytes() {
        return bytes;
    }

    public long sent() {
        return sent;
    }

    public long waitedNanos() {
        return waitedNanos;
    }
}
