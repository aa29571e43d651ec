package io.pinion.config.topology;

import io.pinion.config.network.Networks;
import java.net.InetAddress;

/**
 * The conditions for letting a user in, besides the password.
 *
 * @param tls the protection that the connection needs
 * @param networks the networks that the user may come from; none at all means any
 */
public record Admission(TlsRequirement tls, Networks networks) {
    /** No conditions. */
    public static final Admission FREE = new Admission(new TlsRequirement.Nothing(), Networks.NONE);

    public boolean admits(InetAddress client) {
        return networks.isEmpty() || networks.contain(client);
    }
}
