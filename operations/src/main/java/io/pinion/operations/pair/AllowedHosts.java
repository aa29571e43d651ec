package io.pinion.operations.pair;

import io.pinion.operations.server.Failures;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.routing.text.LikePattern;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The hosts from which accounts may log in that have just been made: whether Pinion comes from one of them is seen by
 * its login alone, since only the server knows under which address it comes.
 *
 * @param pattern as an account has it, such as {@code 10.0.%}
 */
record AllowedHosts(String pattern) {
    private static final Duration ANSWER = Duration.ofMinutes(1);

    /** What a server says when it lets an account not in, with the address of whoever asks. */
    private static final Pattern DENIED = Pattern.compile("'[^']*+'@'([^']++)'");

    private static final Pattern IPV4 = Pattern.compile("(\\d++\\.\\d++\\.\\d++\\.)\\d++");

    /**
     * What is wrong with the hosts, and others that do; empty when this login works by them, or fails for another reason.
     * Blocks.
     */
    Optional<String> objection(ServerLogin login) {
        try (ServerConnection server = login.open(ANSWER)) {
            String account = host(server, "CURRENT_USER()");
            return account.equalsIgnoreCase(pattern)
                    ? Optional.empty()
                    : objection(login, host(server, "USER()"), "an older one, for '" + account + "', lets it in");
        } catch (SQLException e) {
            Matcher denied = DENIED.matcher(String.valueOf(e.getMessage()));
            return Failures.isDenied(e) && denied.find()
                    ? objection(login, denied.group(1), String.valueOf(e.getMessage()))
                    : Optional.empty();
        }
    }

    private static String host(ServerConnection server, String user) throws SQLException {
        return server.firstColumn("SELECT SUBSTRING_INDEX(" + user + ", '@', -1)")
                .getFirst();
    }

    /** An account for some of these hosts comes before one for all of them, and is no fault. */
    private Optional<String> objection(ServerLogin login, String host, String seenBy) {
        return LikePattern.of(pattern).matches(host)
                ? Optional.empty()
                : Optional.of(login + " knows Pinion as coming from " + host + ", and FROM '" + pattern
                        + "' lets its accounts in from other hosts alone (" + seenBy + "): say FROM '" + around(host)
                        + "', or other hosts that all proxies come from");
    }

    private static String around(String address) {
        Matcher parts = IPV4.matcher(address);
        return parts.matches() ? parts.group(1) + "%" : address;
    }
}
