package io.pinion.operations.check;

import io.pinion.operations.server.finding.Finding;
import java.util.List;
import java.util.stream.Stream;

/** Looks for one kind of fault. Asks nobody; {@link #ALL} is the list. */
@FunctionalInterface
interface ServerCheck {
    /** In the order in which their findings are told. */
    List<ServerCheck> ALL = List.of(
            PairChecks::first,
            PairChecks::health,
            PairChecks::releases,
            new IdentityCheck(),
            PairChecks::settings,
            new AlikeCheck(),
            new ServerSettingCheck(),
            new AccountRightsCheck(),
            new EncryptionCheck(),
            new ProxyLimitCheck());

    Stream<Finding> look(ClusterFacts cluster);
}
