package io.pinion.config.topology;

/**
 * Two servers in master-master replication. The primary takes every read and write; clients never reach the standby.
 */
public record Pair(String name, Server primary, Server standby) {}
