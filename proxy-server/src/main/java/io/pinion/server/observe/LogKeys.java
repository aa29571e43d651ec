package io.pinion.server.observe;

/**
 * The keys of structured log lines, so that the same thing has the same name in every line. Use them with SLF4J's fluent
 * calls: {@code log.atInfo().addKeyValue(LogKeys.PAIR, pair).log("pair drained")}. The message is constant.
 */
public final class LogKeys {
    /** A method, as a stack trace writes it. */
    public static final String CALL = "call";

    public static final String CLIENT = "client";
    public static final String CODE = "code";
    public static final String DURATION_MILLIS = "duration_ms";
    public static final String KEYSPACE = "keyspace";
    public static final String KIND = "kind";
    public static final String LISTENER = "listener";
    public static final String LOOP = "loop";
    public static final String OUTCOME = "outcome";
    public static final String PAIR = "pair";
    public static final String PROXY = "proxy";
    public static final String REASON = "reason";
    public static final String SERVER = "server";
    public static final String SESSION = "session";
    /** A statement with each literal as {@code ?}, never its text. */
    public static final String SHAPE = "shape";

    /** An admin statement without the secrets in it. */
    public static final String STATEMENT = "statement";

    public static final String SUPPRESSED = "suppressed";
    /** The name of a two-phase commit. */
    public static final String TRANSACTION = "transaction";

    public static final String USER = "user";

    private LogKeys() {}
}
