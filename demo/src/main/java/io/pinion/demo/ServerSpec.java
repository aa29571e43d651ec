package io.pinion.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * The kind of a server to start.
 *
 * @param name names its directory and log, such as {@code MySQL001A}; unique within one {@link LocalServers}
 * @param serverId the replication id, distinct among servers that replicate to each other
 * @param gtidDomainId one per pair: the two servers of a pair share it
 * @param port the port on 127.0.0.1; 0 takes a free one
 * @param options further options of {@code mariadbd}, such as {@code --sql-mode=}; the last of two equals wins
 */
public record ServerSpec(String name, int serverId, int gtidDomainId, int port, List<String> options) {
    public ServerSpec {
        options = List.copyOf(options);
        if (!name.matches("[A-Za-z0-9_-]+")) {
            throw new IllegalArgumentException("a server's name is made of letters, digits, _ and -: " + name);
        }
        if (serverId < 1 || gtidDomainId < 0) {
            throw new IllegalArgumentException("server_id starts at 1 and gtid_domain_id at 0: " + name);
        }
    }

    /** A server outside any pair, on a free port. */
    public static ServerSpec single(String name) {
        return new ServerSpec(name, 1, 0, 0, List.of());
    }

    /** Adds options to the present ones. */
    public ServerSpec withOptions(String... more) {
        List<String> all = new ArrayList<>(options);
        all.addAll(List.of(more));
        return new ServerSpec(name, serverId, gtidDomainId, port, all);
    }
}
