package io.pinion.config.topology;

/**
 * How a user must come to be let in, besides knowing the password.
 *
 * @param tls what protects the connection
 */
public record Admission(TlsRequirement tls) {
    /** Anyhow. */
    public static final Admission FREE = new Admission(new TlsRequirement.Nothing());
}
