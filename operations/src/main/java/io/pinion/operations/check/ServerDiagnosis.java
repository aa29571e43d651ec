package io.pinion.operations.check;

import io.pinion.config.settings.Settings;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.engine.OperationRefused;
import io.pinion.operations.engine.OperationServices;
import io.pinion.operations.pair.FirstLogin;
import io.pinion.operations.server.Failures;
import io.pinion.operations.server.ServerConnection;
import io.pinion.operations.server.ServerLogin;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.server.replication.Standing;
import io.pinion.operations.work.Workers;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Asks all servers at once, and looks at what they answer. Thread-safe; no call blocks. */
public final class ServerDiagnosis implements CheckControl, AutoCloseable {
    private static final Duration ANSWER = Duration.ofSeconds(20);

    private static final int SERVERS_AT_ONCE = 16;
    private static final int MOST_WAITING = 10_000;
    private static final int REPAIRS_WAITING = 16;

    /** For all servers together. */
    private static final long LONGEST_SECONDS = 120;

    private final OperationServices services;
    private final Settings settings;
    private final Function<Pair, Standing> standings;
    private final Function<Pair, List<Finding>> lasting;
    private final Supplier<List<Finding>> elsewhere;
    private final Workers askers = new Workers("pinion-check", SERVERS_AT_ONCE, MOST_WAITING);

    /** Apart, since a repair waits for those that ask. */
    private final Workers repairers = new Workers("pinion-repair", 1, REPAIRS_WAITING);

    /**
     * @param settings of this proxy
     * @param standings of standbys, as they were last compared
     * @param lasting what has been found of a pair's state at several looks in a row
     * @param elsewhere what is wrong outside of servers; may block
     */
    public ServerDiagnosis(
            OperationServices services,
            Settings settings,
            Function<Pair, Standing> standings,
            Function<Pair, List<Finding>> lasting,
            Supplier<List<Finding>> elsewhere) {
        this.services = services;
        this.settings = settings;
        this.standings = standings;
        this.lasting = lasting;
        this.elsewhere = elsewhere;
    }

    @Override
    public CompletionStage<List<Finding>> check() {
        return look().thenApply(Looked::findings);
    }

    @Override
    public CompletionStage<List<Finding>> checkServer(Server server, Optional<FirstLogin> login) {
        return ofTopology(server)
                .<CompletionStage<List<Finding>>>map(CompletableFuture::failedStage)
                .orElseGet(() ->
                        look().thenCompose(looked -> askers.ask(() -> ofNewServer(server, login, looked.cluster()))));
    }

    /** Compared with itself, it would have no identity of its own. */
    private Optional<OperationRefused> ofTopology(Server server) {
        return services.topology().pairs().values().stream()
                .flatMap(pair -> pair.servers().stream()
                        .filter(known -> known.address().equalsIgnoreCase(server.address()))
                        .map(known -> new OperationRefused("it is " + known.name() + " of pair " + pair.name()
                                + ": CHECK SERVERS LIKE '" + pair.name() + "'")))
                .findFirst();
    }

    private List<Finding> ofNewServer(Server server, Optional<FirstLogin> login, ClusterFacts cluster)
            throws OperationRefused {
        ServerLogin asked = login.isPresent()
                ? login.get().on(server, services.access())
                : new ServerLogin(services.access(), server, OperationServices.operator(cluster.topology()));
        try (ServerConnection connection = asked.open(ANSWER)) {
            return new NewServerFindings(server, connection).of(cluster);
        } catch (SQLException e) {
            throw new OperationRefused("not checked: " + server.address() + " can't be asked as "
                    + asked.account().user() + ": " + e.getMessage());
        }
    }

    /** @param others what is wrong without an answer of a server */
    private record Looked(ClusterFacts cluster, List<Finding> others) {
        List<Finding> findings() {
            return Stream.concat(others.stream(), ServerCheck.ALL.stream().flatMap(check -> check.look(cluster)))
                    .toList();
        }
    }

    private CompletionStage<Looked> look() {
        Topology topology = services.topology();
        Account operator;
        try {
            operator = OperationServices.operator(topology);
        } catch (OperationRefused e) {
            return CompletableFuture.failedStage(e);
        }
        ServerQuestions questions = new ServerQuestions(topology, services.access(), operator);
        List<CompletableFuture<Asked>> answers = new ArrayList<>();
        for (Pair pair : topology.pairs().values()) {
            pair.servers()
                    .forEach(server -> answers.add(
                            askers.ask(() -> asked(questions, pair, server)).toCompletableFuture()));
        }
        CompletableFuture<Around> around =
                askers.ask(() -> new Around(proxies(), elsewhere.get())).toCompletableFuture();
        return CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new))
                .thenCombine(around, (all, there) -> looked(topology, answers, there))
                .orTimeout(LONGEST_SECONDS, TimeUnit.SECONDS)
                .exceptionallyCompose(thrown -> CompletableFuture.failedStage(
                        thrown instanceof TimeoutException
                                ? new OperationRefused("not checked: some servers haven't answered all questions for "
                                        + LONGEST_SECONDS + " s (SHOW PAIRS, SHOW OPERATIONS)")
                                : thrown));
    }

    /** @param elsewhere what is wrong there */
    private record Around(int proxies, List<Finding> elsewhere) {}

    /** What a server says, or what keeps it from that. */
    private sealed interface Asked {
        record Told(ServerFacts facts) implements Asked {}

        record Silent(Finding finding) implements Asked {}
    }

    private int proxies() {
        try {
            return services.proxies().list().size();
        } catch (StoreUnavailable away) {
            return 1;
        }
    }

    private static Asked asked(ServerQuestions questions, Pair pair, Server server) {
        try {
            return new Asked.Told(questions.ask(pair, server));
        } catch (SQLException e) {
            return new Asked.Silent(silent(questions.operator(), pair, server, e));
        }
    }

    private static Finding silent(Account operator, Pair pair, Server server, SQLException e) {
        String place = server.name() + " (" + server.address() + ")";
        if (ServerConnection.isLost(e)) {
            return Finding.error(
                    pair,
                    server,
                    "reachable",
                    place + " doesn't answer: " + e.getMessage(),
                    new Cure.Words("see that it runs, and that its address is reached from here"));
        }
        boolean denied = Failures.isDenied(e);
        return Finding.error(
                pair,
                server,
                denied ? "account " + operator.name() : "reachable",
                place + " can't be asked as " + operator.user() + ": " + e.getMessage(),
                new Cure.Words(
                        denied
                                ? "make the account there as on the other servers, unless "
                                        + Failures.OTHER_ACCOUNT_FIRST
                                : "mend what the error says, and CHECK SERVERS again"));
    }

    private static void part(Asked answer, List<ServerFacts> told, List<Finding> silent) {
        switch (answer) {
            case Asked.Told(ServerFacts facts) -> told.add(facts);
            case Asked.Silent(Finding finding) -> silent.add(finding);
        }
    }

    private Looked looked(Topology topology, List<CompletableFuture<Asked>> answers, Around around) {
        List<Finding> others = new ArrayList<>(around.elsewhere());
        List<ServerFacts> told = new ArrayList<>();
        answers.forEach(answer -> part(answer.join(), told, others));
        Map<String, Standing> known = new HashMap<>();
        List<Finding> before = new ArrayList<>();
        for (Pair pair : topology.pairs().values()) {
            known.put(pair.name(), standings.apply(pair));
            before.addAll(lasting.apply(pair));
        }
        Predicate<Finding> lasts = finding -> before.stream().anyMatch(finding::isOfTheSame);
        ProxyFacts proxy = ProxyFacts.ofThisProcess(settings, around.proxies());
        return new Looked(new ClusterFacts(topology, told, known, lasts, proxy), others);
    }

    // --- to repair

    @Override
    public CompletionStage<List<Repaired>> repair(Predicate<Finding> wanted) {
        return repairers.ask(() -> {
            Looked before = join(look());
            Map<String, List<Finding>> byPair = before.findings().stream()
                    .filter(wanted)
                    .collect(Collectors.groupingBy(Finding::pair, LinkedHashMap::new, Collectors.toList()));
            SafeRepairs repairs = new SafeRepairs(services, pair -> again(pair, before.cluster(), wanted));
            // One pair behind the other, so that no lock is held while others' servers are waited for.
            List<Repaired> outcomes = new ArrayList<>();
            byPair.forEach((pair, findings) -> outcomes.addAll(repairs.of(pair, findings)));
            return outcomes;
        });
    }

    /** Asks the servers of the pair once more; blocks. */
    private List<Finding> again(Pair pair, ClusterFacts before, Predicate<Finding> wanted) throws OperationRefused {
        Topology topology = services.topology();
        ServerQuestions questions =
                new ServerQuestions(topology, services.access(), OperationServices.operator(topology));
        List<ServerFacts> told = new ArrayList<>();
        List<Finding> silent = new ArrayList<>();
        pair.servers().forEach(server -> part(asked(questions, pair, server), told, silent));
        return new Looked(before.withPair(topology, pair, told, standings.apply(pair)), silent)
                .findings().stream()
                        .filter(finding -> finding.pair().equals(pair.name()))
                        .filter(wanted)
                        .toList();
    }

    private static Looked join(CompletionStage<Looked> checked) throws OperationRefused {
        try {
            return checked.toCompletableFuture().join();
        } catch (CompletionException e) {
            throw new OperationRefused("not repaired: the servers can't be checked: "
                    + (e.getCause() == null ? e.getMessage() : e.getCause().getMessage()));
        }
    }

    @Override
    public void close() {
        askers.close();
        repairers.close();
    }
}
