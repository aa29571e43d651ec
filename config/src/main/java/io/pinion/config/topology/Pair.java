package io.pinion.config.topology;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Two servers in master-master replication. The primary takes every read and write; clients never reach the standby.
 *
 * @param standby empty for a lone server, which Pinion serves but can neither promote nor back up beside the traffic
 * @param held whether new statements for the pair wait, while another server becomes its primary; running statements
 *     and open transactions go on
 */
public record Pair(String name, Server primary, Optional<Server> standby, boolean held) {
    public Pair(String name, Server primary, Optional<Server> standby) {
        this(name, primary, standby, false);
    }

    public Pair withHeld(boolean hold) {
        return new Pair(name, primary, standby, hold);
    }

    /** The same pair with its servers' roles swapped; it must have a standby. */
    public Pair turned() {
        return new Pair(name, standby.orElseThrow(), Optional.of(primary), held);
    }

    /** The primary, and the standby behind it. */
    public List<Server> servers() {
        return Stream.concat(Stream.of(primary), standby.stream()).toList();
    }

    public boolean has(String server) {
        return primary.name().equals(server)
                || standby.map(Server::name).filter(server::equals).isPresent();
    }
}
