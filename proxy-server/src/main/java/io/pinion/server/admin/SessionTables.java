package io.pinion.server.admin;

import static io.pinion.server.admin.AdminTable.now;
import static io.pinion.server.admin.AdminTable.number;
import static io.pinion.server.admin.AdminTable.text;
import static io.pinion.server.admin.AdminTable.textOrNull;
import static io.pinion.server.admin.AdminTable.time;

import io.pinion.config.settings.ScatterSettings;
import io.pinion.routing.plan.SessionView;
import io.pinion.server.admin.AdminTable.Unit;
import io.pinion.server.observe.InDoubtSnapshot;
import io.pinion.server.observe.PoolSnapshot;
import io.pinion.server.observe.SessionSnapshot;
import io.pinion.server.scatter.Gate;
import io.pinion.server.scatter.Scatters;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tables of this proxy's clients, and of what their statements take. */
final class SessionTables {
    /** MySQL cuts Info to this many characters without FULL. */
    private static final int SHORT_INFO = 100;

    private SessionTables() {}

    /** {@code SHOW SESSIONS}: the clients connected to this proxy, why each keeps its connection, and what it waits for. */
    static AdminTable<?> sessions() {
        return new AdminTable<SessionSnapshot>(
                "SHOW SESSIONS",
                "the clients connected to this proxy, and why one keeps its connection",
                (arguments, context) -> sessions(context, any -> true),
                number("id", SessionSnapshot::id, "The number that CONNECTION_ID() answers and KILL takes"),
                textOrNull("user", SessionSnapshot::user, "The user; NULL before the login"),
                text("client", SessionSnapshot::client, "The client's address and port"),
                textOrNull("database", SessionSnapshot::database, "The current database; NULL for none"),
                text("phase", SessionSnapshot::phase, "What the session does, such as ready or running"),
                number(
                        "phase_seconds",
                        Unit.SECONDS,
                        session -> session.phaseMillis() / 1000,
                        "The time in this phase"),
                textOrNull("waits_for", SessionSnapshot::waitsFor, "Why its statement hasn't begun; NULL for none"),
                text("in_transaction", SessionSnapshot::inTransaction, "Whether a transaction is open, yes or no"),
                textOrNull(
                        "pinned_because",
                        SessionSnapshot::pinnedBecause,
                        "Why it keeps its connection; NULL when it doesn't"),
                textOrNull("servers", session -> String.join(", ", session.servers()), "The servers that it uses now"),
                number("statements", SessionSnapshot::statements, "The statements that it has run"),
                textOrNull("program", SessionSnapshot::program, "The client's name for itself; NULL for none"));
    }

    private static CompletionStage<List<SessionSnapshot>> sessions(
            AdminContext context, Predicate<SessionSnapshot> shown) {
        return context.proxy().sessions().thenApply(sessions -> sessions.stream()
                .filter(shown)
                .sorted(Comparator.comparingLong(SessionSnapshot::id))
                .toList());
    }

    /**
     * {@code SHOW PROCESSLIST} in MySQL's columns: the sessions of this proxy, by the numbers that {@code
     * CONNECTION_ID()} answers. A server would list Pinion's pooled connections instead. Users see their own sessions,
     * operators all.
     */
    static AdminTable<?> processList(boolean full) {
        AdminTable<SessionSnapshot> table = new AdminTable<SessionSnapshot>(
                full ? "SHOW FULL PROCESSLIST" : "SHOW PROCESSLIST",
                "the sessions of this proxy as MySQL shows them" + (full ? ", with whole statements" : ""),
                (arguments, context) -> {
                    SessionView asking = context.session();
                    return sessions(
                            context, session -> asking.admin() || session.user().equals(asking.userName()));
                },
                number("Id", SessionSnapshot::id, "The number that CONNECTION_ID() answers and KILL takes"),
                text("User", SessionTables::user, "The user, unauthenticated user before the login"),
                text("Host", SessionSnapshot::client, "The client's address and port"),
                textOrNull("db", SessionSnapshot::database, "The current database; NULL for none"),
                text("Command", SessionTables::does, "Connect before the login, Query for a statement, or Sleep"),
                number("Time", Unit.SECONDS, session -> session.phaseMillis() / 1000, "The time since that began"),
                text("State", SessionTables::state, "What the session does or waits for"),
                textOrNull(
                        "Info",
                        session -> full ? session.statement() : shortened(session.statement()),
                        "The statement that runs" + (full ? "" : ", its first " + SHORT_INFO + " characters")));
        return table.forEverybody();
    }

    private static boolean isLoggedIn(SessionSnapshot session) {
        return !session.user().isEmpty();
    }

    private static boolean runs(SessionSnapshot session) {
        return isLoggedIn(session) && session.phase().equals("running");
    }

    private static String user(SessionSnapshot session) {
        return isLoggedIn(session) ? session.user() : "unauthenticated user";
    }

    private static String does(SessionSnapshot session) {
        return isLoggedIn(session) ? (runs(session) ? "Query" : "Sleep") : "Connect";
    }

    private static String state(SessionSnapshot session) {
        if (!runs(session)) {
            return isLoggedIn(session) ? "" : "login";
        }
        return session.waitsFor().isEmpty() ? "executing" : "Waiting for " + session.waitsFor();
    }

    private static String shortened(String statement) {
        int shown = Math.min(statement.length(), SHORT_INFO);
        return statement.substring(0, statement.offsetByCodePoints(0, statement.codePointCount(0, shown)));
    }

    /** {@code SHOW POOLS}: the connections to each server, summed over the event loops. */
    static AdminTable<?> pools() {
        return new AdminTable<List<PoolSnapshot>>(
                "SHOW POOLS",
                "the connections to each server",
                (arguments, context) -> context.proxy().pools().thenApply(SessionTables::byAccount),
                text("pair", loops -> loops.getFirst().pair(), "The pair of the server"),
                text("server", loops -> loops.getFirst().server(), "The server that the connections go to"),
                text("account", loops -> loops.getFirst().account(), "The account that they have logged in with"),
                number("busy", loops -> sum(loops, PoolSnapshot::busy), "Connections that a session holds now"),
                number("idle", loops -> sum(loops, PoolSnapshot::idle), "Connections that any session may get"),
                number("opening", loops -> sum(loops, PoolSnapshot::opening), "Connections that are being opened"),
                number("waiting", loops -> sum(loops, PoolSnapshot::waiting), "Sessions that wait for a connection"),
                number("limit", loops -> loops.getFirst().limit(), "The most connections to the server"));
    }

    private static List<List<PoolSnapshot>> byAccount(List<PoolSnapshot> pools) {
        Comparator<PoolSnapshot> order = Comparator.comparing(PoolSnapshot::pair)
                .thenComparing(PoolSnapshot::server)
                .thenComparing(PoolSnapshot::account);
        return List.copyOf(pools.stream()
                .collect(Collectors.groupingBy(Function.identity(), () -> new TreeMap<>(order), Collectors.toList()))
                .values());
    }

    private static int sum(List<PoolSnapshot> loops, ToIntFunction<PoolSnapshot> count) {
        return loops.stream().mapToInt(count).sum();
    }

    /** One of the things that statements over several shards take. */
    private record Share(
            String what,
            @Nullable Object now,
            @Nullable Object limit,
            @Nullable String setting) {}

    /** {@code SHOW SCATTERS}: the use of this proxy by statements over several shards, and the limits. */
    static AdminTable<?> scatters() {
        return new AdminTable<Share>(
                "SHOW SCATTERS",
                "what statements over several shards take now, and may take",
                now((arguments, context) -> shares(context.proxy().scatters())),
                text("what", Share::what, "What they take, and its unit"),
                number("now", Share::now, "How much they take now; NULL where that isn't counted"),
                text("limit", Share::limit, "How much they may take; NULL for no limit"),
                text("setting", Share::setting, "The setting that has the limit"));
    }

    private static List<Share> shares(Scatters scatters) {
        ScatterSettings settings = scatters.settings();
        String patience = settings.waitTimeout().toMillis() + " ms";
        Gate unnamed = scatters.unnamed();
        Gate named = scatters.named();
        return List.of(
                new Share(
                        "statements without keys, running",
                        unnamed.running(),
                        settings.maxRunning(),
                        "scatter.max_running"),
                new Share("statements without keys, waiting", unnamed.waiting(), patience, "scatter.wait_timeout"),
                new Share("their connections to one server", null, scatters.scatterConnections(), "scatter.pool_share"),
                new Share("statements with several keys, running", named.running(), null, null),
                new Share("statements with several keys, waiting", named.waiting(), patience, "scatter.wait_timeout"),
                new Share(
                        "bytes held by all", scatters.memory().held(), settings.heldMaxSize(), "scatter.held_max_size"),
                new Share("bytes held by one merge", null, settings.mergeMaxSize(), "scatter.merge_max_size"),
                new Share("rows of one gather", null, settings.gatherMaxRows(), "scatter.gather_max_rows"),
                new Share("bytes of one gather", null, settings.gatherMaxSize(), "scatter.gather_max_size"));
    }

    /** {@code SHOW XA BRANCHES}: unfinished branches of two-phase commits, and what they wait for. */
    static AdminTable<?> xaBranches() {
        return new AdminTable<InDoubtSnapshot>(
                "SHOW XA BRANCHES",
                "branches of two-phase commits that wait to be finished",
                now((arguments, context) -> context.proxy().inDoubt()),
                text("pair", InDoubtSnapshot::pair, "The pair that has prepared the branch"),
                text("transaction", InDoubtSnapshot::transaction, "The transaction's name, the same on every pair"),
                text("process", InDoubtSnapshot::proxy, "The process of a proxy that began it"),
                time("seen_since", InDoubtSnapshot::seenSince, "When this proxy first saw it"),
                text("waits_for", InDoubtSnapshot::state, "What keeps it from being finished"));
    }
}
