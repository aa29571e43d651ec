package io.pinion.server.faults.scenario;

/** What happens at a moment of a promotion. */
enum Mishap {
    /** The proxy that runs it is killed. */
    RUNNER_KILLED,
    /** It stands still until others have done its work, and goes on then. */
    RUNNER_STANDS_STILL,
    /** It can't reach ZooKeeper until others have done its work. */
    RUNNER_CUT_OFF,
    /** Its connections to ZooKeeper are reset, once. */
    RUNNER_RESET,
    OTHER_PROXY_KILLED,
    ZOOKEEPER_KILLED,
    PRIMARY_KILLED,
    STANDBY_KILLED,
    /** All connections of proxies to both servers are reset, once. */
    SERVERS_RESET,
    /** All that proxies and servers say to each other is late. */
    SERVERS_SLOW;

    boolean killsServers() {
        return this == PRIMARY_KILLED || this == STANDBY_KILLED;
    }
}
