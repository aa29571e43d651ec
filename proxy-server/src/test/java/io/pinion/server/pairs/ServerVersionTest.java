package io.pinion.server.pairs;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.flags.Collation;
import io.pinion.protocol.flags.ServerStatus;
import io.pinion.protocol.frame.PacketWriter;
import io.pinion.protocol.frame.WireWriter;
import io.pinion.protocol.server.Greeting;
import io.pinion.routing.text.lexer.SqlDialect;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ServerVersionTest {
    @Test
    void theGreetingSaysTheVersion() throws IOException {
        assertThat(greeting("9.7.0").orElseThrow().text()).isEqualTo("9.7.0");
    }

    @Test
    void theGreetingSaysWhatTheServerCanDo() throws IOException {
        assertThat(greeting("9.7.0").orElseThrow().capabilities().deprecateEof())
                .isTrue();
        assertThat(greeting("9.7.0").orElseThrow().capabilities().ssl()).isFalse();
    }

    @Test
    void mariaDbsReplicationPrefixIsNoPartOfItButOfTheGreeting() throws IOException {
        ServerVersion version = greeting("5.5.5-10.11.9-MariaDB-log").orElseThrow();
        assertThat(version.text()).isEqualTo("10.11.9-MariaDB-log");
        assertThat(version.number()).isEqualTo(101_109);
        assertThat(version.announced()).isEqualTo("5.5.5-10.11.9-MariaDB-log-pinion");
    }

    @Test
    void anErrorInPlaceOfTheGreetingIsNoVersion() throws IOException {
        assertThat(read("ff6904" + "486f737420697320626c6f636b6564")).isEmpty();
    }

    @Test
    void aGreetingCutShortIsNone() throws IOException {
        assertThat(read("0a392e37")).isEmpty();
        assertThat(ServerVersion.read(new DataInputStream(InputStream.nullInputStream())))
                .isEmpty();
    }

    /** A MySQL 8 client greets with MySQL's default collation. */
    @Test
    void olderServersDontKnowTheCollationsOfUnicode9() {
        Collation newest = Collation.of(Collation.UTF8MB4_0900_AI_CI).orElseThrow();
        assertThat(List.of("11.4.5-MariaDB-log", "11.8.2-MariaDB", "9.7.4", "8.0.36"))
                .allMatch(version -> new ServerVersion(version).knows(newest));
        assertThat(List.of("10.11.19-MariaDB-log", "11.4.4-MariaDB", "11.6.2-MariaDB"))
                .noneMatch(version -> new ServerVersion(version).knows(newest));
        assertThat(new ServerVersion("10.11.19-MariaDB").knows(Collation.of(46).orElseThrow()))
                .isTrue();
        assertThat(new ServerVersion("11.4.5-MariaDB").knows(Collation.of(2304).orElseThrow()))
                .isFalse();
    }

    @Test
    void versionCommentsAreReadByTheNumber() {
        assertThat(new ServerVersion("11.4.5-MariaDB").number()).isEqualTo(110_405);
        assertThat(new ServerVersion("8.0.36").number()).isEqualTo(80_036);
        assertThat(new ServerVersion("something else").number()).isEqualTo(80_036);
    }

    @Test
    void theNameTellsTheDialect() {
        assertThat(new ServerVersion("11.4.5-MariaDB").dialect()).isEqualTo(SqlDialect.MARIADB);
        assertThat(new ServerVersion("9.7.0").dialect()).isEqualTo(SqlDialect.MYSQL);
    }

    private static Optional<ServerVersion> greeting(String version) throws IOException {
        Greeting greeting = new Greeting(
                version,
                7,
                new byte[20],
                Capabilities.of(Capabilities.LONG_PASSWORD, Capabilities.PLUGIN_AUTH, Capabilities.DEPRECATE_EOF),
                45,
                ServerStatus.of(2),
                "mysql_native_password");
        ByteBuf payload = Unpooled.buffer();
        greeting.encode(new WireWriter(payload));
        return read(ByteBufUtil.hexDump(payload));
    }

    /** @param hex the payload of the first packet */
    private static Optional<ServerVersion> read(String hex) throws IOException {
        ByteBuf packet = Unpooled.buffer();
        PacketWriter.write(packet, 0, Unpooled.wrappedBuffer(HexFormat.of().parseHex(hex)));
        return ServerVersion.read(new DataInputStream(new ByteArrayInputStream(ByteBufUtil.getBytes(packet))));
    }
}
