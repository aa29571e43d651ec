package io.pinion.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.text.Dialect;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

class ServerVersionTest {
    @Test
    void theGreetingSaysTheVersion() throws IOException {
        assertThat(greeting(10, "9.7.0\0")).contains(new ServerVersion("9.7.0"));
    }

    @Test
    void mariaDbsReplicationPrefixIsNoPartOfIt() throws IOException {
        assertThat(greeting(10, "5.5.5-10.11.9-MariaDB-log\0")).contains(new ServerVersion("10.11.9-MariaDB-log"));
    }

    @Test
    void anErrorInPlaceOfTheGreetingIsNoVersion() throws IOException {
        assertThat(greeting(0xFF, "Host is blocked\0")).isEmpty();
    }

    @Test
    void aGreetingCutShortIsAnError() {
        Assertions.assertThatThrownBy(() -> greeting(10, "9.7")).isInstanceOf(EOFException.class);
    }

    @Test
    void versionCommentsAreReadByTheNumber() {
        assertThat(new ServerVersion("11.4.5-MariaDB").number()).isEqualTo(110_405);
        assertThat(new ServerVersion("8.0.36").number()).isEqualTo(80_036);
        assertThat(new ServerVersion("something else").number()).isEqualTo(80_036);
    }

    @Test
    void theNameTellsTheDialect() {
        assertThat(new ServerVersion("11.4.5-MariaDB").dialect()).isEqualTo(Dialect.MARIADB);
        assertThat(new ServerVersion("9.7.0").dialect()).isEqualTo(Dialect.MYSQL);
    }

    private static Optional<ServerVersion> greeting(int protocol, String rest) throws IOException {
        byte[] text = rest.getBytes(StandardCharsets.UTF_8);
        byte[] packet = new byte[5 + text.length];
        packet[4] = (byte) protocol;
        System.arraycopy(text, 0, packet, 5, text.length);
        return ServerVersion.read(new DataInputStream(new ByteArrayInputStream(packet)));
    }
}
