package io.pinion.operations.check;

import io.pinion.operations.server.finding.Finding;
import java.util.stream.Stream;

/** The settings without which replication in a pair, or of a move, fails. */
final class PairSettingCheck implements ServerCheck {
    @Override
    public Stream<Finding> look(ClusterFacts cluster) {
        return cluster.servers().stream().flatMap(PairSettingCheck::ofServer);
    }

    private static Stream<Finding> ofServer(ServerFacts server) {
        return server.dialect().pairSettings().stream()
                .filter(setting -> server.has(setting.name()))
                .filter(setting -> !setting.isMetBy(server.variable(setting.name())))
                .map(setting -> Finding.error(
                        server.pair(),
                        server.server(),
                        setting.name(),
                        setting.problem(server.variable(setting.name())) + " on " + server
                                + ", and replication of its pair or of a move needs " + setting.written(),
                        setting.cure()));
    }
}
