package io.pinion.operations.server.replication;

/** The address and login with which a server reads its partner's binary log. */
public record ReplicationSource(String host, int port, ReplicationLogin login) {}
