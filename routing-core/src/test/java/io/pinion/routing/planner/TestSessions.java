package io.pinion.routing.planner;

import io.pinion.routing.catalog.Rights;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.SessionView;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Supplier;

/** Sessions for tests. */
final class TestSessions {
    private TestSessions() {}

    static SessionView in(String database) {
        return of(List.of("use: " + database));
    }

    /** A session from a case's settings: {@code use}, {@code id} (the last insert id), {@code as}, {@code mode}, {@code only: reads}, … */
    static SessionView of(List<String> settings) {
        Optional<String> database = Optional.empty();
        LastInsertId lastInsertId = LastInsertId.NONE;
        String user = "app";
        String charset = "utf8mb4";
        String connectionCharset = "";
        SessionView.SqlModeFlags mode = SessionView.SqlModeFlags.DEFAULT;
        Rights rights = Rights.EVERYTHING;
        Set<String> kept = Set.of();
        Optional<String> unlogged = Optional.empty();
        for (String setting : settings) {
            String value = setting.substring(setting.indexOf(':') + 1).strip();
            switch (setting.substring(0, setting.indexOf(':'))) {
                case "use" -> database = Optional.of(value);
                case "id" ->
                    lastInsertId = switch (value) {
                        case "on the server" -> LastInsertId.ON_SERVER;
                        case "lost" -> LastInsertId.LOST;
                        default -> new LastInsertId.Known(Long.parseLong(value));
                    };
                case "as" -> user = value;
                case "charset" -> charset = value;
                case "connection" -> connectionCharset = value;
                case "mode" ->
                    mode = new SessionView.SqlModeFlags(
                            value.contains("ANSI_QUOTES"),
                            value.contains("NO_BACKSLASH_ESCAPES"),
                            value.contains("PIPES_AS_CONCAT"),
                            value.contains("IGNORE_SPACE"),
                            value.contains("NO_AUTO_VALUE_ON_ZERO"),
                            value.contains("MSSQL") ? "MSSQL" : "",
                            value.contains("of server"));
                case "unlogged" -> unlogged = Optional.of(value);
                case "kept" -> kept = Set.of(value.split(" "));
                case "rights" -> rights = Rights.of(Set.of(value.split(" ")));
                case "only" -> rights = reading(rights);
                case "scatter" -> rights = scattering(rights, policy(value.split(" ")));
                case "before" -> {} // Read by previous().
                case "values", "command", "server", "importing" -> {} // Not of the session: the statement, and to whom.
                default -> throw new IllegalArgumentException("unknown setting: " + setting);
            }
        }
        return new SessionView(
                database,
                mode,
                charset,
                connectionCharset.isEmpty() ? charset : connectionCharset,
                lastInsertId,
                user,
                "10.0.0.9",
                77,
                user.equals("admin"),
                previous(settings),
                rights,
                kept,
                SessionView.Connection.LOCAL,
                unlogged);
    }

    /** {@code before: 3 rows, found 2, Error 1064 42000 no} says what is known of the statement before. */
    private static Supplier<PreviousDiagnostics> previous(List<String> settings) {
        PreviousDiagnostics answer = PreviousDiagnostics.ON_SERVER;
        for (String setting : settings) {
            if (setting.startsWith("before:")) {
                answer = answer(setting.substring("before:".length()));
            }
        }
        PreviousDiagnostics known = answer;
        return () -> known;
    }

    private static PreviousDiagnostics answer(String text) {
        OptionalLong rows = OptionalLong.empty();
        OptionalLong found = OptionalLong.empty();
        List<PreviousDiagnostics.Condition> conditions = new ArrayList<>();
        for (String part : text.split(",")) {
            String[] words = part.strip().split(" ", 4);
            switch (words[0]) {
                case "found" -> found = OptionalLong.of(Long.parseLong(words[1]));
                case "rows" -> rows = OptionalLong.of(Long.parseLong(words[1]));
                default ->
                    conditions.add(new PreviousDiagnostics.Condition(
                            words[0], Integer.parseInt(words[1]), words[2], words[3]));
            }
        }
        return new PreviousDiagnostics(rows, found, Optional.of(new PreviousDiagnostics.Conditions(conditions)));
    }

    private static Rights reading(Rights rights) {
        return new Rights() {
            @Override
            public Set<String> names() {
                return rights.names();
            }

            @Override
            public boolean readsOnly() {
                return true;
            }
        };
    }

    /** {@code warn shards=64 rows=1000 ms=500}. */
    private static ScatterPolicy policy(String[] words) {
        ScatterPolicy policy = ScatterPolicy.of(ScatterPolicy.Rule.of(words[0]).orElseThrow());
        for (int i = 1; i < words.length; i++) {
            String[] limit = words[i].split("=");
            long most = Long.parseLong(limit[1]);
            policy = policy.strictest(new ScatterPolicy(
                    ScatterPolicy.Rule.ALLOW,
                    limit[0].equals("shards") ? OptionalLong.of(most) : OptionalLong.empty(),
                    limit[0].equals("rows") ? OptionalLong.of(most) : OptionalLong.empty(),
                    limit[0].equals("ms") ? OptionalLong.of(most) : OptionalLong.empty()));
        }
        return policy;
    }

    private static Rights scattering(Rights rights, ScatterPolicy policy) {
        return new Rights() {
            @Override
            public Set<String> names() {
                return rights.names();
            }

            @Override
            public ScatterPolicy scatter() {
                return policy;
            }
        };
    }
}
