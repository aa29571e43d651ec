package io.pinion.protocol.auth;

import java.util.Optional;

/**
 * A way to prove a password without sending it. An empty password has an empty proof in every method but
 * {@link Ed25519}.
 *
 * <p>A server stores a verifier in place of the password. A verifier is enough to check a proof, but not to make one.
 */
public sealed interface AuthMethod permits NativePassword, CachingSha2Password, Ed25519 {

    /** The plugin's name on the wire. */
    String plugin();

    /**
     * The client's answer to the server's scramble.
     *
     * @param password in the bytes of the connection's character set
     * @param scramble the server's bytes, 20 or for {@link Ed25519} 32, without the zero byte behind them
     */
    byte[] proof(byte[] password, byte[] scramble);

    /** The verifier that a server stores; empty for an empty password. */
    byte[] verifier(byte[] password);

    /**
     * Whether a proof was made with the password behind the verifier; an empty verifier accepts the empty proof alone.
     * The check takes the same time for every wrong proof.
     */
    boolean accepts(byte[] proof, byte[] scramble, byte[] verifier);

    static Optional<AuthMethod> named(String plugin) {
        return switch (plugin) {
            case NativePassword.PLUGIN -> Optional.of(new NativePassword());
            case CachingSha2Password.PLUGIN -> Optional.of(new CachingSha2Password());
            case Ed25519.PLUGIN -> Optional.of(new Ed25519());
            default -> Optional.empty();
        };
    }
}
