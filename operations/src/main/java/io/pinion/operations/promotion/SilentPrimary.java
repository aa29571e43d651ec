package io.pinion.operations.promotion;

import io.pinion.config.topology.Pair;
import io.pinion.operations.server.watch.ServerReport;
import java.time.Instant;
import java.util.Optional;

/**
 * A primary that one proxy hasn't reached for as long as its settings say, as that proxy sees it.
 *
 * @param since when the first attempt had failed
 * @param standby what it said last; empty when it doesn't answer either
 * @param followedClosely the standby was seen to have nearly all, until the primary fell silent
 */
public record SilentPrimary(Pair pair, Instant since, Optional<ServerReport> standby, boolean followedClosely) {}
