package io.pinion.integration.faults.scenario;

import io.pinion.integration.faults.network.Tripwire;
import io.pinion.integration.faults.network.Tripwire.Side;

/** Moments of an opening that show on a line, in their order. */
enum OpeningPoint {
    LOCKING(Where.ZOOKEEPER, "/locks/shards:"),
    ENTERING(Where.ZOOKEEPER, ZooKeeperWords.AN_ENTRY),
    MAKING(Where.PRIMARY, "CREATE DATABASE IF NOT EXISTS"),
    MAKING_A_TABLE(Where.PRIMARY, "CREATE DATABASE IF NOT EXISTS", "CREATE TABLE"),
    COMPARING(Where.ZOOKEEPER, "comparing the databases"),
    WAITING_FOR_THE_STANDBY(Where.ZOOKEEPER, "waiting until the standby"),
    PUBLISHING(Where.ZOOKEEPER, "publishing"),
    ADDING(Where.ZOOKEEPER, "publishing", ZooKeeperWords.A_TOPOLOGY),
    OPEN(Where.ZOOKEEPER, "opening them for new objects"),
    WEIGHING(Where.ZOOKEEPER, "opening them for new objects", ZooKeeperWords.A_TOPOLOGY),
    ENDING(Where.ZOOKEEPER, "\"DONE\""),
    UNLOCKING(Where.ZOOKEEPER, "\"DONE\"", "/locks/shards:");

    /** On which line. */
    enum Where {
        /** Between the proxy that runs it and ZooKeeper. */
        ZOOKEEPER,
        /** To the primary of the pair that gets the shards. */
        PRIMARY
    }

    private final Where where;
    /** A line for each. */
    private final String words;

    OpeningPoint(Where where, String... words) {
        this.where = where;
        this.words = String.join("\n", words);
    }

    Where where() {
        return where;
    }

    Tripwire wire(Side side) {
        return ZooKeeperWords.wire(side, words.lines().toList());
    }
}
