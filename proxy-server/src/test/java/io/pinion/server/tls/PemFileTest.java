package io.pinion.server.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.server.testing.TestAuthority;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PemFileTest {
    /** Made with {@code openssl ecparam -genkey -name prime256v1}, {@code openssl genrsa -traditional} and {@code openssl pkey -aes256}. */
    private static final String WITH_PARAMETERS = """
            -----BEGIN EC PARAMETERS-----
            BggqhkjOPQMBBw==
            -----END EC PARAMETERS-----
            -----BEGIN EC PRIVATE KEY-----
            MHcCAQEEIApT9aFfuJ+ab7WJBCBSn01kan+rn7exqC3MpyP/Df9koAoGCCqGSM49
            AwEHoUQDQgAEEkRXVavjqR6FVnqWroVT31gL/h3PMy+BtK9/0PU6he+RFPndsIbD
            OwnVfirfzegv+P4/1ESa7frFegJzv4LOhg==
            -----END EC PRIVATE KEY-----
            """;

    private static final String LOCKED = """
            -----BEGIN ENCRYPTED PRIVATE KEY-----
            MIHsMFcGCSqGSIb3DQEFDTBKMCkGCSqGSIb3DQEFDDAcBAhyQMdhc5GXFwICCAAw
            DAYIKoZIhvcNAgkFADAdBglghkgBZQMEASoEEIoO02lAVX81BPllyhdPH5YEgZAF
            R0Lq1QIHjW8T1ilcBua9l3flracOXqNpRNeIX4PSuc8ofbiTCOgaJgYHTTyALTyk
            N8if0Xuq/czJNRE3nxlyvUoX3EQ5jr0CQzscgwh43QkQG1y7q63t/SaoweTzbZPH
            QTNOKHCYEbsJo+9c8oE9xSbsqVJBlANtkSKvgzrKp3o4SlnPmp3k3AB8E2Mz6gA=
            -----END ENCRYPTED PRIVATE KEY-----
            """;

    private final Path directory;

    private final TestAuthority authority = new TestAuthority("authority");

    PemFileTest(@TempDir Path directory) {
        this.directory = directory;
    }

    @Test
    void aKeyAndItsCertificateBelongTogether() throws Exception {
        KeyAndCertificate made = authority.issue("CN=server");
        PemFile certificate = new PemFile(TestAuthority.writeCertificate(directory.resolve("c"), made.certificate()));
        PemFile key = new PemFile(TestAuthority.writeKey(directory.resolve("k"), made));

        assertThat(KeyAndCertificate.read(certificate, key)).isEqualTo(made);
    }

    @Test
    void anotherKeyIsNoticed() throws Exception {
        PemFile certificate = new PemFile(TestAuthority.writeCertificate(
                directory.resolve("c"), authority.issue("CN=server").certificate()));
        PemFile key = new PemFile(TestAuthority.writeKey(directory.resolve("k"), authority.issue("CN=other")));

        assertThatThrownBy(() -> KeyAndCertificate.read(certificate, key))
                .hasMessageMatching("the key in .*/k is not that of the first certificate in .*/c");
    }

    @Test
    void theFormOfOpenSslWithTheCurveInFrontIsRead() throws Exception {
        assertThat(file(WITH_PARAMETERS).key().getAlgorithm()).isEqualTo("EC");
    }

    @Test
    void aKeyWithAPassphraseIsRefusedWithTheCure() throws Exception {
        PemFile locked = file(LOCKED);
        assertThatThrownBy(locked::key)
                .hasMessageContaining("needs a passphrase")
                .hasMessageContaining("openssl pkey");
    }

    @Test
    void whatHoldsNothingIsNamed() throws Exception {
        PemFile empty = file("");
        assertThatThrownBy(empty::key).hasMessageMatching(".*/file holds no private key");
        assertThatThrownBy(empty::certificates).hasMessageMatching(".*/file holds no certificate");
        PemFile missing = new PemFile(directory.resolve("nowhere"));
        assertThatThrownBy(missing::certificates).hasMessageMatching(".*/nowhere isn't there");
    }

    private PemFile file(String text) throws Exception {
        return new PemFile(Files.writeString(directory.resolve("file"), text));
    }
}
