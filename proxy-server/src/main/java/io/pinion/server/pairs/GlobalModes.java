package io.pinion.server.pairs;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Topology;
import io.pinion.operations.server.watch.ServerReport;
import io.pinion.routing.planner.ServerModes;
import io.pinion.server.observe.LogKeys;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells planning when a primary has a global {@code sql_mode} that makes it read texts differently from Pinion.
 * Planning learns of a {@code SET GLOBAL} with the server's next report, some seconds later. Thread-safe.
 */
public final class GlobalModes {
    private static final Logger log = LoggerFactory.getLogger(GlobalModes.class);

    /**
     * Modes that change only the meaning of signs, not of words. IGNORE_SPACE counts as one, since Pinion ignores a
     * blank before a parenthesis anyway.
     */
    private static final Set<String> OF_MARKS =
            Set.of("ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "PIPES_AS_CONCAT", "IGNORE_SPACE");

    private final Supplier<Topology> topology;
    private final ServerModes modes;
    private final Map<String, List<String>> known = new HashMap<>();

    public GlobalModes(Supplier<Topology> topology, ServerModes modes) {
        this.topology = topology;
        this.modes = modes;
    }

    /** Updates the modes from a server's report; a server that doesn't answer keeps its last ones. */
    synchronized void learn(String server, ServerReport report) {
        known.put(server, report.otherReading());
        ServerModes.Doubt now = doubt();
        if (now.equals(modes.doubt())) {
            return;
        }
        modes.doubt(now);
        if (now.modes().isEmpty()) {
            log.atInfo().log("All primaries read texts by known modes again");
        } else {
            log.atWarn()
                    .addKeyValue(LogKeys.REASON, now.modes())
                    .log(
                            "A primary reads texts otherwise than Pinion by its global sql_mode; sessions that set none are"
                                    + " refused what it may read otherwise");
        }
    }

    private ServerModes.Doubt doubt() {
        List<String> words = new ArrayList<>();
        boolean ofMarks = true;
        for (Pair pair : topology.get().pairs().values()) {
            List<String> names = known.getOrDefault(pair.primary().name(), List.of());
            if (!names.isEmpty()) {
                words.add(String.join(", ", names) + " of " + pair.primary().name() + "'s global sql_mode");
            }
            ofMarks &= OF_MARKS.containsAll(names);
        }
        return words.isEmpty() ? ServerModes.Doubt.NONE : new ServerModes.Doubt(String.join("; ", words), ofMarks);
    }
}
