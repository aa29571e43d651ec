package io.pinion.server.backend;

/**
 * The account and flavour of a connection: sessions share only connections of an equal login.
 *
 * @param account the account's name in the topology
 * @param user the account's user on the server
 */
public record Login(String account, String user, String password, CapabilityFlavour flavour) {
    /** Never shows the password. */
    @Override
    public String toString() {
        return account + " as " + user;
    }
}
