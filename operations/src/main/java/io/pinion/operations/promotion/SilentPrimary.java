package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;
import io.pinion.operations.server.watch.ServerReport;
import java.time.Instant;
import java.util.Optional;

/**
 * A primary that one proxy hasn't reached for the configured time, as that proxy sees it.
 *
 * @param since when the first attempt failed
 * @param standby the last report of the standby; empty when it doesn't answer either
 * @param followedClosely whether the standby had nearly all transactions until the primary fell silent
 */
public record SilentPrimary(Pair pair, Instant since, Optional<ServerReport> standby, boolean followedClosely) {}
