package io.pinion.operations.server;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which servers are too old. */
class ReleaseTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "8.0.26",
                "8.0.100-0ubuntu0.22.04.1",
                "8.4.3-commercial",
                "9.7.0",
                "10.0.1",
                "10.6.0-MariaDB",
                "5.5.5-10.6.22-MariaDB-log",
                "10.11.6-MariaDB-1:10.11.6+maria~ubu2204",
                "11.4.5-MariaDB-log",
                "12.1.2-MariaDB"
            })
    void newEnough(String version) {
        assertThatCode(() -> Release.requireSupported("s1 (db7:3306)", version)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "5.7.22-log",
                "5.5.62",
                "8.0.25-15",
                "8.0",
                "a server",
                "10.5.28-MariaDB",
                "5.5.5-10.4.34-MariaDB-1:10.4.34+maria~deb10-log",
                "5.5.68-MariaDB"
            })
    void tooOld(String version) {
        assertThatThrownBy(() -> Release.requireSupported("s1 (db7:3306)", version))
                .hasMessageStartingWith("s1 (db7:3306) is M")
                .hasMessageContaining(version + ", and Pinion needs M")
                .hasMessageContaining("or newer: upgrade it");
    }
}
