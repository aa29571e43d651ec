package io.pinion.operations.server.replication;

/** Where a server reads the binary log of its partner, and as whom. */
public record ReplicationSource(String host, int port, ReplicationLogin login) {}
