package io.pinion.server.backend;

/**
 * Who a connection is logged in as, and how it speaks: sessions share connections of an equal login only.
 *
 * @param account the account's name in the topology
 * @param user the user that the server knows
 */
public record Login(String account, String user, String password, CapabilityFlavour flavour) {
    /** Never shows the password. */
    @Override
    public String toString() {
        return account + " as " + user;
    }
}
