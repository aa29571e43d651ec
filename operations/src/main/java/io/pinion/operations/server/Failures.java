package io.pinion.operations.server;

import io.pinion.operations.server.sql.FullDisk;
import java.net.ConnectException;
import java.sql.SQLException;
import java.util.List;

/** The reason why a server can't be queried, in one line. */
public final class Failures {
    /**
     * Error numbers of MySQL's clients: no program listens on the port; and: the server accepts connections and doesn't
     * answer.
     */
    private static final int CANT_CONNECT = 2003;

    private static final int SERVER_LOST = 2013;

    private static final int TOO_MANY_CONNECTIONS = 1040;

    private static final int ACCESS_DENIED = 1045;

    /** {@link #ACCESS_DENIED}, and that of an account which is locked, in MySQL and in MariaDB. */
    private static final List<Integer> NO_LOGIN = List.of(ACCESS_DENIED, 3118, 4151);

    /** Why a server may refuse an account that it has, and the right password. */
    public static final String OTHER_ACCOUNT_FIRST =
            "an account there for a more exact host, such as ''@'localhost', goes first";

    private Failures() {}

    public static String reason(Exception failure) {
        if (failure instanceof SQLException failed) {
            int code = failed.getErrorCode();
            if (code == 0 && String.valueOf(failed.getSQLState()).startsWith("08")) {
                code = has(failure, ConnectException.class) ? CANT_CONNECT : SERVER_LOST;
            }
            if (code != 0) {
                return isFullDisk(failed) ? "error " + code + " (its disk is full)" : named(code);
            }
        }
        return firstLine(failure);
    }

    /** The innermost cause, such as {@code Connection refused}. */
    static String cause(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return firstLine(cause);
    }

    private static String firstLine(Throwable failure) {
        String message = String.valueOf(failure.getMessage()).strip();
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }

    /** An error's number, with its meaning where an operator would have to look it up. */
    public static String named(int code) {
        return "error " + code
                + switch (code) {
                    case CANT_CONNECT -> " (nobody listens there)";
                    case SERVER_LOST -> " (it doesn't answer)";
                    case TOO_MANY_CONNECTIONS -> " (all its connections are in use)";
                    case ACCESS_DENIED -> " (access denied)";
                    default -> "";
                };
    }

    /** Whether the server answers, and itself names the resource that it lacks. */
    public static boolean isRefusal(Exception failure) {
        return failure instanceof SQLException failed
                && (failed.getErrorCode() == TOO_MANY_CONNECTIONS || isFullDisk(failed));
    }

    /** Whether the server answers, and doesn't let the account in. */
    public static boolean isDenied(SQLException failure) {
        return isDenied(failure.getErrorCode());
    }

    /** Whether a server says by this error that an account has another password there, is locked, or isn't there. */
    public static boolean isDenied(int errorCode) {
        return NO_LOGIN.contains(errorCode);
    }

    private static boolean isFullDisk(SQLException failed) {
        return FullDisk.isOne(failed.getErrorCode(), String.valueOf(failed.getMessage()));
    }

    public static boolean has(Throwable failure, Class<? extends Throwable> cause) {
        for (Throwable at = failure; at != null; at = at.getCause()) {
            if (cause.isInstance(at)) {
                return true;
            }
        }
        return false;
    }
}
