package io.pinion.config.topology;

import java.util.Optional;
import javax.security.auth.x500.X500Principal;

/** The requirement on a user's connection besides the right password: MySQL's REQUIRE clause of CREATE USER. */
public sealed interface TlsRequirement {
    /** Why a connection isn't enough, as a message for the client; empty when it is. */
    Optional<String> unmetBy(Encryption connection);

    /** The requirement in few words, for people. */
    String words();

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
    record Nothing() implements TlsRequirement {
        @Override
        public Optional<String> unmetBy(Encryption connection) {
            return Optional.empty();
        }

        @Override
        public String words() {
            return "nothing";
        }
    }

    /** MySQL's REQUIRE SSL. */
    record Encrypted() implements TlsRequirement {
        @Override
        public Optional<String> unmetBy(Encryption connection) {
            return connection.tls() ? Optional.empty() : Optional.of("this user must connect with TLS");
        }

        @Override
        public String words() {
            return "TLS";
        }
    }

    /** MySQL's REQUIRE X509: a certificate of an authority that Pinion trusts, with any subject. */
    record AnyCertificate() implements TlsRequirement {
        @Override
        public Optional<String> unmetBy(Encryption connection) {
            return connection.certificate().isPresent()
                    ? Optional.empty()
                    : Optional.of("this user must show a client certificate that listener.tls_client_ca has signed");
        }

        @Override
        public String words() {
            return "a client certificate";
        }
    }

    /** MySQL's REQUIRE SUBJECT. Case and blanks in names make no difference, as X.500 has it. */
    record CertificateOf(X500Principal subject) implements TlsRequirement {
        @Override
        public Optional<String> unmetBy(Encryption connection) {
            if (connection.certificate().isEmpty()) {
                return new AnyCertificate().unmetBy(connection);
            }
            return connection.certificate().get().equals(subject)
                    ? Optional.empty()
                    : Optional.of("this user must show another client certificate than that of "
                            + connection.certificate().get().getName());
        }

        @Override
        public String words() {
            return "the client certificate of " + subject.getName();
        }
    }
}
