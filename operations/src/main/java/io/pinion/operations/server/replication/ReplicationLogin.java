package io.pinion.operations.server.replication;

/**
 * How the servers of a pair log in with each other; the account exists on both.
 *
 * @param tls whether the connection between them is encrypted, for which both must offer TLS. Stated always: MariaDB
 *     demands TLS by default since 11.4, MySQL doesn't
 */
public record ReplicationLogin(String user, String password, boolean tls) {
    /** Never shows the password. */
    @Override
    public String toString() {
        return user + (tls ? " with TLS" : " without TLS");
    }
}
