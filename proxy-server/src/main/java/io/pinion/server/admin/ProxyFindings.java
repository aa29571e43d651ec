package io.pinion.server.admin;

import io.pinion.config.source.RegisteredProxy;
import io.pinion.config.source.SourceStatus;
import io.pinion.server.observe.InDoubtSnapshot;
import io.pinion.server.schema.SchemaStatus;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** What is wrong with the proxies, and with what they read: the topology, the tables, the certificates. */
record ProxyFindings(ProxyView proxy) {
    private static final String TOPOLOGY_STATUS = "SHOW TOPOLOGY STATUS";

    void ofThisProxy(Consumer<StatusFinding> findings) {
        ofTopology(proxy.topologyStatus(), findings);
        counted("tables", tables(proxy.schemaStatus()), TOPOLOGY_STATUS, findings);
        counted("accounts of users", proxy.accountProblems(), "SYNC ACCOUNTS", findings);
        counted("queues", proxy.operations().queueProblems(), "SHOW QUEUES", findings);
        proxy.certificates().forEach(certificate -> certificate
                .refused()
                .ifPresent(why -> findings.accept(StatusFinding.error(
                        "certificate of " + certificate.use(), why, NextStep.of("SHOW CERTIFICATES")))));
        Map<String, List<InDoubtSnapshot>> branches = proxy.inDoubt().stream()
                .collect(Collectors.groupingBy(InDoubtSnapshot::pair, TreeMap::new, Collectors.toList()));
        branches.forEach((pair, waiting) -> counted(
                "pair " + pair,
                waiting.stream()
                        .map(branch -> "a branch of a transaction over several pairs isn't ended: " + branch.state())
                        .toList(),
                "SHOW XA BRANCHES",
                findings));
    }

    /** Without those that can't be read for a server that is down: that is told of its pair. */
    private List<String> tables(SchemaStatus schema) {
        ServerStates states = new ServerStates(proxy.servers());
        return schema.lasting().stream()
                .filter(finding -> proxy.topology()
                        .pair(schema.unread().getOrDefault(finding, ""))
                        .filter(pair -> states.isDown(pair.primary().name()))
                        .isEmpty())
                .toList();
    }

    private static void ofTopology(SourceStatus status, Consumer<StatusFinding> findings) {
        if (status.state() != SourceStatus.State.CONNECTED) {
            findings.accept(StatusFinding.error(
                    "topology",
                    status.origin() + " can't be read since "
                            + status.stateSince().truncatedTo(ChronoUnit.SECONDS)
                            + ": this proxy goes on with generation "
                            + status.generation() + ", and operations are refused",
                    NextStep.of(TOPOLOGY_STATUS)));
        }
        status.refused()
                .ifPresent(why -> findings.accept(StatusFinding.error(
                        "topology",
                        "generation " + status.generation() + " goes on, since " + why
                                + status.problems().stream()
                                        .findFirst()
                                        .map(problem -> ": " + problem)
                                        .orElse(""),
                        NextStep.of(TOPOLOGY_STATUS))));
    }

    /** One slow answer is no fault of ZooKeeper's: where it is away, this proxy has lost the topology's source, too. */
    void ofUntold(Consumer<StatusFinding> findings) {
        findings.accept(
                proxy.topologyStatus().state() == SourceStatus.State.CONNECTED
                        ? StatusFinding.warning(
                                "topology",
                                "ZooKeeper hasn't told in time which proxies and operations there are: what is to be said of"
                                        + " them may be missing here",
                                NextStep.of("SHOW CLUSTER STATUS", "which asks it again"))
                        : StatusFinding.error(
                                "topology",
                                "ZooKeeper doesn't tell which proxies and operations there are",
                                NextStep.of(TOPOLOGY_STATUS)));
    }

    /** The first of several lines, and how many there are. */
    private static void counted(String subject, List<String> lines, String next, Consumer<StatusFinding> findings) {
        if (!lines.isEmpty()) {
            String more = lines.size() == 1 ? "" : " (and " + (lines.size() - 1) + " more)";
            findings.accept(StatusFinding.error(subject, lines.getFirst() + more, NextStep.of(next)));
        }
    }

    /**
     * A promotion needs every proxy to follow the topology, and waits for what runs under an older one. While ZooKeeper is away
     * nobody knows what the others have by now.
     */
    void ofOthers(ProxyList list, Consumer<StatusFinding> findings) {
        if (list.old()) {
            findings.accept(StatusFinding.warning(
                    "proxies",
                    "what the proxies serve is known as of " + list.asOf().truncatedTo(ChronoUnit.SECONDS),
                    NextStep.of(TOPOLOGY_STATUS)));
            return;
        }
        long newest = list.generation();
        list.missing()
                .forEach((name, last) -> findings.accept(StatusFinding.error(
                        "proxy " + name,
                        "it isn't registered any more, and was until " + last.truncatedTo(ChronoUnit.SECONDS)
                                + ": start it again, unless it was stopped on purpose",
                        NextStep.of("SHOW PROXIES"))));
        for (RegisteredProxy other : list.proxies()) {
            String subject = "proxy " + other.name();
            if (other.adopted() < newest) {
                findings.accept(StatusFinding.error(
                        subject,
                        "it plans with generation " + other.adopted() + " of the topology, others with " + newest
                                + ": operations are refused until it follows",
                        NextStep.of(TOPOLOGY_STATUS, at(other))));
            } else if (other.served() < other.adopted()) {
                findings.accept(StatusFinding.warning(
                        subject,
                        "statements or transactions go on there that began under generation " + other.served()
                                + " of the topology: an operation waits for their end",
                        NextStep.of("SHOW SESSIONS", at(other))));
            }
        }
    }

    private static String at(RegisteredProxy other) {
        return "at " + other.address();
    }
}
