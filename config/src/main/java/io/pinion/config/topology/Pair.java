package io.pinion.config.topology;

import java.util.Optional;

/**
 * Two servers in master-master replication. The primary takes every read and write; clients never reach the standby.
 *
 * @param standby empty for a lone server, which Pinion serves but can neither promote nor back up beside the traffic
 */
public record Pair(String name, Server primary, Optional<Server> standby) {
    public boolean has(String server) {
        return primary.name().equals(server)
                || standby.map(Server::name).filter(server::equals).isPresent();
    }
}
