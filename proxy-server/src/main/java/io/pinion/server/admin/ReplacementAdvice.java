package io.pinion.server.admin;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.operations.journal.Operation;
import io.pinion.operations.journal.Task;
import io.pinion.operations.pair.StandbyReplacement;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.replication.ReplicationHealth;
import io.pinion.operations.server.watch.PairHealth;
import io.pinion.operations.server.watch.ServerReport;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What is to be typed to give a pair a standby: a statement that an operation keeps from beginning would only be
 * refused.
 *
 * @param unfinished operations that aren't over, as far as they are known
 * @param spare the servers that the topology has without a pair, as one is whose making anew was given up
 */
record ReplacementAdvice(List<Operation> unfinished, List<String> spare) {
    ReplacementAdvice {
        unfinished = List.copyOf(unfinished);
        spare = List.copyOf(spare);
    }

    static ReplacementAdvice of(ProxyView proxy, List<Operation> unfinished) {
        Topology topology = proxy.topology();
        Stream<Server> ofPairs = topology.pairs().values().stream().flatMap(pair -> pair.servers().stream());
        // Also of a pair that has its primary alone while its standby is made anew.
        Stream<Server> promised = unfinished.stream()
                .map(Operation::task)
                .filter(StandbyReplacement.class::isInstance)
                .map(task -> ((StandbyReplacement) task).standby());
        Set<String> taken = Stream.concat(ofPairs, promised).map(Server::name).collect(Collectors.toSet());
        ServerStates states = new ServerStates(proxy.servers());
        return new ReplacementAdvice(
                unfinished,
                topology.servers().keySet().stream()
                        .filter(name -> !taken.contains(name) && !states.isDown(name))
                        .sorted()
                        .toList());
    }

    /** @param health of a pair that has a standby */
    NextStep of(Cure.Replacement replacement, PairHealth health) {
        boolean follows = health.standby()
                .flatMap(ServerReport::replication)
                .filter(ReplicationHealth::isRunning)
                .isPresent();
        return behind(
                health.pair(),
                operation -> StandbyReplacement.isBehind(operation, () -> follows),
                NextStep.of(replacement.statement(), replacement.words()));
    }

    /** ADD STANDBY takes only a server that the topology doesn't have; what a spare server holds, this proxy doesn't know. */
    NextStep ofNone(Pair pair) {
        String instead = spare.stream()
                .map(server -> "; or REPLACE STANDBY " + pair.name() + " WITH " + server + ", if " + server
                        + ", which no pair has, is meant to be it")
                .collect(Collectors.joining());
        return behind(
                pair,
                operation -> true,
                NextStep.of("ADD STANDBY " + pair.name() + " 'host:port'", Cure.Replacement.OF_EMPTY_SERVER + instead));
    }

    private NextStep behind(Pair pair, Predicate<Operation> isInTheWay, NextStep next) {
        String lock = Task.pairLock(pair.name());
        return unfinished.stream()
                .filter(operation -> operation.task().locks().contains(lock) && isInTheWay.test(operation))
                .findFirst()
                .map(operation -> next.behind(operation.wayOut()))
                .orElse(next);
    }
}
