package io.pinion.server.admin;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.topology.Topology;
import io.pinion.operations.control.OperationView;
import io.pinion.operations.statement.AnswerTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** {@code SHOW CLUSTER STATUS}: what is wrong, what would refuse an operation, and what to type; then a summary. */
final class ShowClusterStatus extends AdminTable<StatusFinding> {
    /** Who asks is in a hurry: what ZooKeeper hasn't told by then is a finding of its own. */
    private static final long PATIENCE_MILLIS = 3_000;

    ShowClusterStatus() {
        super(
                "SHOW CLUSTER STATUS",
                "the whole cluster: what is wrong, what would refuse a promotion or a move, what to type",
                (arguments, context) -> rows(context.proxy()),
                text(
                        "level",
                        finding -> finding.level().word(),
                        "Error is wrong, Warning would refuse an operation or make it wait, Note is a fact"),
                text("subject", StatusFinding::subject, "The part of the cluster, or the name of the fact"),
                text("what", StatusFinding::what, "The finding or the fact; NULL for a fact that nobody knows now"),
                text("next", finding -> finding.next().statement(), "The statement to type; NULL where none is of use"),
                text("advice", finding -> finding.next().advice(), "What to look at or to wait for first, or instead"));
    }

    private static CompletionStage<List<StatusFinding>> rows(ProxyView proxy) {
        return inTime(proxy.proxies())
                .thenCombine(
                        inTime(proxy.operations().list()),
                        (proxies, operations) -> findings(proxy, proxies, operations));
    }

    private static <T> CompletionStage<Optional<T>> inTime(CompletionStage<T> asked) {
        return asked.<Optional<T>>handle((told, failure) -> Optional.ofNullable(told))
                .toCompletableFuture()
                .completeOnTimeout(Optional.empty(), PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Errors first, and facts last; what a server that is down may cause stands behind it. */
    private static List<StatusFinding> findings(
            ProxyView proxy, Optional<ProxyList> proxies, Optional<List<OperationView>> operations) {
        List<StatusFinding> findings = new ArrayList<>();
        Optional<OperationFindings> ofOperations = operations.map(OperationFindings::new);
        new PairFindings(
                        proxy,
                        ReplacementAdvice.of(
                                proxy,
                                ofOperations.map(OperationFindings::unfinished).orElse(List.of())))
                .tell(findings::add);
        ProxyFindings ofProxies = new ProxyFindings(proxy);
        ofProxies.ofThisProxy(findings::add);
        ofOperations.ifPresent(known -> known.tell(findings::add));
        proxies.ifPresent(list -> ofProxies.ofOthers(list, findings::add));
        if (proxies.isEmpty() || operations.isEmpty()) {
            ofProxies.ofUntold(findings::add);
        }
        summarize(proxy, proxies, ofOperations.map(OperationFindings::running), findings::add);
        findings.sort(Comparator.comparing(StatusFinding::level));
        return findings;
    }

    /** What ZooKeeper alone knows is unknown without it. */
    private static void summarize(
            ProxyView proxy, Optional<ProxyList> proxies, Optional<Long> running, Consumer<StatusFinding> findings) {
        Topology topology = proxy.topology();
        findings.accept(StatusFinding.note("cluster", topology.cluster()));
        findings.accept(StatusFinding.note("generation", topology.generation()));
        findings.accept(StatusFinding.note("pairs", topology.pairs().size()));
        findings.accept(StatusFinding.note("keyspaces", topology.keyspaces().size()));
        findings.accept(StatusFinding.note(
                "shards",
                topology.shardedKeyspaces()
                        .mapToInt(keyspace -> keyspace.ranges().shards())
                        .sum()));
        findings.accept(StatusFinding.note(
                "proxies", proxies.map(list -> list.proxies().size()).orElse(null)));
        findings.accept(StatusFinding.note("operations_running", running.orElse(null)));
        findings.accept(StatusFinding.note(
                "queries_per_second", AnswerTable.rate(proxy.rates().perSecond())));
        findings.accept(StatusFinding.note(
                "version", proxies.map(ShowClusterStatus::versions).orElse(null)));
    }

    private static String versions(ProxyList proxies) {
        return proxies.proxies().stream()
                .map(RegisteredProxy::version)
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
    }
}
