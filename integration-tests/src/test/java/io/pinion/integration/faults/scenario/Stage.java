package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.cluster.FaultCluster;
import io.pinion.integration.faults.cluster.FaultPair;
import io.pinion.integration.faults.cluster.FaultProxy;
import io.pinion.integration.faults.history.Losses;
import io.pinion.integration.faults.workload.Clients;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a scenario plays on.
 *
 * @param losses what promotions by force have given up, to be told by the scenario
 */
public record Stage(FaultCluster cluster, Clients clients, Operators operators, Losses losses, SplittableRandom dice) {
    <T> T one(List<T> of) {
        return of.get(dice.nextInt(of.size()));
    }

    FaultPair anyPair() {
        return one(cluster.pairs());
    }

    FaultProxy anyProxy() {
        return one(cluster.proxies());
    }

    FaultProxy anotherThan(FaultProxy proxy) {
        return one(
                cluster.proxies().stream().filter(other -> !other.equals(proxy)).toList());
    }
}
