package io.pinion.integration.faults.scenario;

/** What happens at a moment of an operation. */
enum Mishap {
    /** The proxy that runs it is killed, and comes back when others have done its work. */
    RUNNER_KILLED,
    /** It stands still until others have done its work, and goes on then. */
    RUNNER_STANDS_STILL,
    /** It can't reach ZooKeeper until others have done its work. */
    RUNNER_CUT_OFF,
    /** Its connections to ZooKeeper are reset, once. */
    RUNNER_RESET,
    OTHER_PROXY_KILLED,
    ZOOKEEPER_KILLED,
    /** Of the only pair, or of the one that shards leave. */
    PRIMARY_KILLED,
    STANDBY_KILLED,
    /** Of the pair to which shards go. */
    NEW_PRIMARY_KILLED,
    NEW_STANDBY_KILLED,
    /** All connections of proxies to the servers are reset, once. */
    SERVERS_RESET,
    /** All that proxies and servers say to each other is late. */
    SERVERS_SLOW;

    /** Whether it is nothing to an operation on one pair. */
    boolean ofTwoPairs() {
        return this == NEW_PRIMARY_KILLED || this == NEW_STANDBY_KILLED;
    }
}
