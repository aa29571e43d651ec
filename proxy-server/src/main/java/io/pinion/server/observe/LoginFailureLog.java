package io.pinion.server.observe;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes failed logins to the log, a few in a second; the next line says how many were left out. Thread-safe. */
public final class LoginFailureLog implements SessionObserver {
    private static final Logger log = LoggerFactory.getLogger("io.pinion.login");

    /** The longest name that a user of the topology may have. */
    private static final int MAX_USER_LENGTH = 80;

    private final LineLimit lines;

    public LoginFailureLog(int linesPerSecond) {
        this(linesPerSecond, System::nanoTime);
    }

    LoginFailureLog(int linesPerSecond, LongSupplier clock) {
        this.lines = new LineLimit(linesPerSecond, clock);
    }

    @Override
    public void loginFailed(String user, String client, String reason) {
        if (lines.mayWrite()) {
            log.atWarn()
                    .addKeyValue(LogKeys.USER, shown(user))
                    .addKeyValue(LogKeys.CLIENT, client)
                    .addKeyValue(LogKeys.REASON, reason)
                    .addKeyValue(LogKeys.SUPPRESSED, lines.takeSuppressed())
                    .log("login failed");
        }
    }

    /** Anybody may send any name, so it must not look like lines of the log. */
    private static String shown(String user) {
        String start = user.length() > MAX_USER_LENGTH ? user.substring(0, MAX_USER_LENGTH) + "…" : user;
        return start.codePoints()
                .map(letter -> Character.isISOControl(letter) ? '?' : letter)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
