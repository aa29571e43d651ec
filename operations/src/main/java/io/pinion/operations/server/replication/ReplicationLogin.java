package io.pinion.operations.server.replication;

/**
 * The login of a pair's servers with each other; the account exists on both.
 *
 * @param tls whether the connection between them is encrypted, for which both must offer TLS. Always stated: MariaDB
 *     demands TLS by default since 11.4, MySQL doesn't
 */
public record ReplicationLogin(String user, String password, boolean tls) {
    /** Never shows the password. */
    @Override
    public String toString() {
        return user + (tls ? " with TLS" : " without TLS");
    }
}
