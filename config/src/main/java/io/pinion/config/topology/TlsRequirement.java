package io.pinion.config.topology;

import java.util.Optional;
import javax.security.auth.x500.X500Principal;

/** The requirement on a user's connection besides the right password: MySQL's REQUIRE clause of CREATE USER. */
public sealed interface TlsRequirement {
    /** Why a connection isn't enough, as a message for the client; empty when it is. */
    default Optional<String> unmetBy(Encryption connection) {
        Optional<X500Principal> shown = connection.certificate();
        return switch (this) {
            case Nothing() -> Optional.empty();
            case Encrypted() -> unless(connection.tls(), "this user must connect with TLS");
            case CertificateOf(X500Principal subject)
            when shown.isPresent() ->
                unless(
                        shown.get().equals(subject),
                        "this user must show another client certificate than that of "
                                + shown.get().getName());
            case AnyCertificate() -> unlessSigned(shown);
            case CertificateOf(X500Principal subject) -> unlessSigned(shown);
        };
    }

    private static Optional<String> unlessSigned(Optional<X500Principal> shown) {
        return unless(
                shown.isPresent(), "this user must show a client certificate that listener.tls_client_ca has signed");
    }

    private static Optional<String> unless(boolean met, String why) {
        return met ? Optional.empty() : Optional.of(why);
    }

    /** The requirement in few words, for people. */
    default String words() {
        return switch (this) {
            case Nothing() -> "nothing";
            case Encrypted() -> "TLS";
            case AnyCertificate() -> "a client certificate";
            case CertificateOf(X500Principal subject) -> "the client certificate of " + subject.getName();
        };
    }

    /**
     * The protection of a connection.
     *
     * @param tls whether it is encrypted
     * @param certificate the subject of the client's certificate, which an authority that Pinion trusts has signed;
     *     empty when the client has shown none
     */
    record Encryption(boolean tls, Optional<X500Principal> certificate) {
        public static final Encryption NONE = new Encryption(false, Optional.empty());
    }

    /** MySQL's REQUIRE NONE. */
    record Nothing() implements TlsRequirement {}

    /** MySQL's REQUIRE SSL. */
    record Encrypted() implements TlsRequirement {}

    /** MySQL's REQUIRE X509: a certificate of an authority that Pinion trusts, with any subject. */
    record AnyCertificate() implements TlsRequirement {}

    /** MySQL's REQUIRE SUBJECT. Case and blanks in names make no difference, as X.500 has it. */
    record CertificateOf(X500Principal subject) implements TlsRequirement {}
}
