package io.pinion.server.admin;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.operations.pair.PairCreation;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.operations.server.watch.PairRefusals;
import io.pinion.operations.server.watch.ServerReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** What is wrong with the pairs, and what their servers' last reports say about promotions and moves. */
final class PairFindings {
    private final ProxyView proxy;
    private final ServerStates states;
    private final ReplacementAdvice replacements;

    PairFindings(ProxyView proxy, ReplacementAdvice replacements) {
        this.proxy = proxy;
        this.replacements = replacements;
        this.states = new ServerStates(proxy.servers());
    }

    void tell(Consumer<StatusFinding> findings) {
        if (proxy.topology().pairs().isEmpty()) {
            findings.accept(StatusFinding.warning("topology", PairCreation.NONE_YET, NextStep.of(PairCreation.FIRST)));
        }
        Map<Long, SortedSet<String>> identities = new TreeMap<>();
        for (Pair pair : proxy.topology().pairs().values()) {
            PairHealth health = proxy.health(pair);
            tell(pair, health, findings);
            health.primary().ifPresent(report -> add(report, pair.primary(), identities));
            health.standby().ifPresent(report -> add(report, pair.standby().orElseThrow(), identities));
        }
        identities.forEach((id, servers) -> {
            if (servers.size() > 1) {
                findings.accept(StatusFinding.warning(
                        "servers " + String.join(", ", servers),
                        "no move of shards between their pairs: they have the same server_id " + id
                                + "; give each its own",
                        NextStep.NONE));
            }
        });
    }

    private static void add(ServerReport report, Server server, Map<Long, SortedSet<String>> identities) {
        identities.computeIfAbsent(report.serverId(), any -> new TreeSet<>()).add(server.name());
    }

    private void tell(Pair pair, PairHealth health, Consumer<StatusFinding> findings) {
        String subject = "pair " + pair.name();
        List<String> problems = proxy.problems(pair);
        // One cure for all of them: the later problems mostly follow from the first.
        NextStep cure =
                health.atWork() ? NextStep.of("SHOW OPERATIONS WHERE state = 'running'") : cure(pair, health, problems);
        for (int i = 0; i < problems.size(); i++) {
            findings.accept(StatusFinding.error(subject, problems.get(i), i == 0 ? cure : NextStep.NONE));
        }
        PairRefusals refusals = new PairRefusals(health, server -> states.isDown(server.name()));
        List<String> both = new ArrayList<>(refusals.ofPromotion());
        List<String> promotion = new ArrayList<>(both);
        List<String> move = new ArrayList<>(refusals.ofMove());
        both.retainAll(move);
        promotion.removeAll(both);
        move.removeAll(both);
        NextStep unsaid = health.atWork() ? NextStep.NONE : unsaid(pair, problems);
        tell(subject, "no promotion by plan, and no move of shards", both, unsaid, findings);
        tell(
                subject,
                "no promotion",
                promotion,
                pair.standby().isPresent() || health.atWork() ? unsaid : replacements.ofNone(pair),
                findings);
        tell(subject, "no move of shards", move, NextStep.NONE, findings);
    }

    private static NextStep unsaid(Pair pair, List<String> problems) {
        return problems.isEmpty() && pair.standby().isPresent() ? look(pair) : NextStep.NONE;
    }

    private static void tell(
            String subject, String refused, List<String> reasons, NextStep next, Consumer<StatusFinding> findings) {
        if (!reasons.isEmpty()) {
            findings.accept(StatusFinding.warning(subject, refused + ": " + String.join("; ", reasons), next));
        }
    }

    private NextStep cure(Pair pair, PairHealth health, List<String> problems) {
        String primary = pair.primary().name();
        Optional<Server> silentStandby =
                pair.standby().filter(standby -> health.standby().isEmpty() && states.isDown(standby.name()));
        if (states.refusesLogins(primary)
                || silentStandby
                        .filter(standby -> states.refusesLogins(standby.name()))
                        .isPresent()) {
            return NextStep.of("CHECK SERVERS");
        }
        if (states.isDown(primary)) {
            Cure promotion = health.withoutPrimary();
            return health.standby().isEmpty()
                    ? NextStep.advice("start " + primary + " again")
                    : typed(primary, promotion, health).orElseGet(() -> NextStep.advice(promotion.text()));
        }
        List<Finding> told = health.findings().stream()
                .filter(finding -> problems.contains(finding.problem()))
                .toList();
        // What Pinion does about one of them ends the others, too; a statement for a server may make them worse.
        return told.stream()
                .filter(finding -> finding.cure() instanceof Cure.Admin || finding.cure() instanceof Cure.Replacement)
                .findFirst()
                .or(() -> told.stream().findFirst())
                .flatMap(finding -> typed(finding.place(), finding.cure(), health))
                .or(() ->
                        silentStandby.flatMap(standby -> typed(standby.name(), health.withoutStandby(standby), health)))
                .orElseGet(() -> look(pair));
    }

    /** What can be typed, here or on the server. */
    private Optional<NextStep> typed(String place, Cure cure, PairHealth health) {
        return switch (cure) {
            case Cure.Admin admin -> Optional.of(NextStep.of(admin));
            case Cure.Replacement replacement -> Optional.of(replacements.of(replacement, health));
            case Cure.Statements statements -> Optional.of(NextStep.advice("on " + place + ": " + statements.text()));
            case Cure.Safe safe -> Optional.of(repair(health.pair()));
            case Cure.Grants grants -> Optional.of(repair(health.pair()));
            case Cure.Words words -> Optional.empty();
        };
    }

    private static NextStep repair(Pair pair) {
        return NextStep.of("REPAIR SERVERS WHERE pair = '" + pair.name() + "'");
    }

    private static NextStep look(Pair pair) {
        return NextStep.of("SHOW PAIRS WHERE pair = '" + pair.name() + "'");
    }
}
