package io.pinion.config.topology;

import io.pinion.config.network.Networks;
import java.net.InetAddress;

/**
 * How a user must come to be let in, besides knowing the password.
 *
 * @param tls what protects the connection
 * @param networks where it comes from; none at all means from anywhere
 */
public record Admission(TlsRequirement tls, Networks networks) {
    /** Anyhow, from anywhere. */
    public static final Admission FREE = new Admission(new TlsRequirement.Nothing(), Networks.NONE);

    public boolean admits(InetAddress client) {
        return networks.isEmpty() || networks.contain(client);
    }
}
