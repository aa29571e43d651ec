package io.pinion.protocol.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.pinion.protocol.Hex;
import io.pinion.protocol.flags.Capabilities;
import io.pinion.protocol.frame.MalformedPacket;
import io.pinion.protocol.frame.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class LoginRequestTest {
    /** From the manual's example of HandshakeResponse41: the mysql 5.6.6 client. */
    private static final String MYSQL_CLIENT = """
            8da60f00                                  # capabilities: CONNECT_WITH_DB, PLUGIN_AUTH, SECURE_CONNECTION
            00000001                                  # at most 16 MiB
            08                                        # latin1_swedish_ci
            0000000000000000000000000000000000000000000000
            70616d00                                  # pam
            14 ab09eef6bcb1323e61143865c0991d957d75d447
            7465737400                                # test
            6d7973716c5f6e61746976655f70617373776f726400""";

    /** A MariaDB connector to a MariaDB server: bit 0 clear, its own flags in the filler, attributes, no database. */
    private static final String MARIADB_CLIENT = """
            84a2ba01  00000040  2d
            00000000000000000000000000000000000000  1d000000
            617070 00
            00                                        # no proof: the password is empty
            6d7973716c5f6e61746976655f70617373776f726400
            13                                        # attributes
            0c 5f636c69656e745f6e616d65  05 4e6f646531""";

    @Test
    void aClassicResponseIsReadAndWrittenTheSame() {
        HandshakeResponse response = response(MYSQL_CLIENT);

        assertThat(response.user()).isEqualTo("pam");
        assertThat(response.database()).contains("test");
        assertThat(response.plugin()).contains("mysql_native_password");
        assertThat(response.authResponse()).hasSize(20);
        assertThat(response.collationId()).isEqualTo(8);
        assertThat(response.maxPacketBytes()).isEqualTo(1 << 24);
        assertThatWrittenIs(response, MYSQL_CLIENT);
    }

    @Test
    void aMariaDbResponseCarriesItsOwnCapabilities() {
        HandshakeResponse response = response(MARIADB_CLIENT);

        assertThat(response.capabilities().mariaDb()).isEqualTo(0x1d);
        assertThat(response.capabilities().has(Capabilities.MARIADB_CACHE_METADATA))
                .isTrue();
        assertThat(response.database()).isEmpty();
        assertThat(response.attributes()).containsExactly(Map.entry("_client_name", "Node1"));
        assertThatWrittenIs(response, MARIADB_CLIENT);
    }

    @Test
    void fillerOfAMySqlClientIsNoCapability() {
        ByteBuf packet = Hex.buffer(MYSQL_CLIENT);
        packet.setByte(28, 0x1d);

        assertThat(((HandshakeResponse) LoginRequest.decode(packet))
                        .capabilities()
                        .mariaDb())
                .isZero();
    }

    @Test
    void anEmptyDatabaseIsNone() {
        assertThat(response("0ca20a00 00000000 e0 " + "00".repeat(23) + "61 00 00 00 " + "6d00")
                        .database())
                .isEmpty();
    }

    @Test
    void aMissingTerminatorAtTheEndIsForgiven() {
        HandshakeResponse response = response("05a20800 00000000 2d " + "00".repeat(23) + "61 00 00 6d79");

        assertThat(response.plugin()).contains("my");
    }

    @Test
    void anSslRequestIsTheFixedPartAlone() {
        LoginRequest request = LoginRequest.decode(Hex.buffer("05ae0300 00000001 2d " + "00".repeat(23)));

        assertThat(request).isInstanceOfSatisfying(LoginRequest.Ssl.class, ssl -> {
            assertThat(ssl.capabilities().ssl()).isTrue();
            assertThat(ssl.collationId()).isEqualTo(45);
        });
    }

    @Test
    void whatIsWrittenToAskForTlsIsUnderstood() {
        ByteBuf out = Unpooled.buffer();
        response(MARIADB_CLIENT).encodeSslRequest(new WireWriter(out));

        assertThat(out.readableBytes()).isEqualTo(LoginRequest.FIXED_BYTES);
    }

    @Test
    void aClientBefore41IsRecognised() {
        assertThat(LoginRequest.decode(Hex.buffer("8524 000000 6f6c6400 47447a5257504a4b00")))
                .isEqualTo(new LoginRequest.Ancient());
    }

    @Test
    void everyTooShortLoginIsMalformed() {
        byte[] whole = Hex.bytes(MYSQL_CLIENT);
        int forgiven = whole.length - "test.mysql_native_password.".length();
        for (int length = 0; length < forgiven; length++) {
            ByteBuf packet = Unpooled.copiedBuffer(whole, 0, length);
            assertThatThrownBy(() -> LoginRequest.decode(packet))
                    .as(length + " bytes")
                    .isInstanceOf(MalformedPacket.class);
        }
    }

    @Property
    void garbageIsMalformedOrRead(@ForAll byte[] garbage, @ForAll boolean protocol41) {
        if (protocol41 && garbage.length > 1) {
            garbage[1] |= 0x02;
        }
        try {
            assertThat(LoginRequest.decode(Unpooled.wrappedBuffer(garbage)).toString())
                    .isNotEmpty();
        } catch (MalformedPacket expected) {
            assertThat(expected.getMessage()).isNotEmpty();
        }
    }

    @Property(tries = 200)
    void everyFlavourComesBack(
            @ForAll boolean lengthEncoded,
            @ForAll boolean attributes,
            @ForAll boolean mariaDb,
            @ForAll boolean database) {
        Capabilities capabilities = Capabilities.of(
                Capabilities.PROTOCOL_41,
                Capabilities.SECURE_CONNECTION,
                Capabilities.PLUGIN_AUTH,
                lengthEncoded ? Capabilities.PLUGIN_AUTH_LENENC_CLIENT_DATA : 0,
                attributes ? Capabilities.CONNECT_ATTRS : 0,
                database ? Capabilities.CONNECT_WITH_DB : 0,
                mariaDb ? Capabilities.MARIADB_PROGRESS : Capabilities.LONG_PASSWORD);
        Map<String, String> pairs = new LinkedHashMap<>();
        if (attributes) {
            pairs.put("program_name", "x".repeat(300));
            pairs.put("_pid", "");
        }
        HandshakeResponse response = new HandshakeResponse(
                capabilities,
                1 << 24,
                45,
                "jürgen",
                new byte[32],
                database ? Optional.of("db03429") : Optional.empty(),
                Optional.of("caching_sha2_password"),
                pairs);
        ByteBuf out = Unpooled.buffer();
        response.encode(new WireWriter(out));
        HandshakeResponse read = (HandshakeResponse) LoginRequest.decode(out);

        assertThat(read).usingRecursiveComparison().isEqualTo(response);
        assertThat(response.toString()).doesNotContain("authResponse");
    }

    @Test
    void changeUserIsReadWithAndWithoutItsTail() {
        Capabilities agreed = Capabilities.of(Capabilities.PLUGIN_AUTH, Capabilities.CONNECT_ATTRS);
        ChangeUserRequest full = ChangeUserRequest.decode(
                Hex.buffer("617070 00  02 abcd  646200  2d00  6d7900  05 01 61 02 6263"),
                agreed,
                StandardCharsets.UTF_8);
        ChangeUserRequest brief =
                ChangeUserRequest.decode(Hex.buffer("617070 00  00  00"), agreed, StandardCharsets.UTF_8);

        assertThat(full.user()).isEqualTo("app");
        assertThat(full.authResponse()).containsExactly(0xab, 0xcd);
        assertThat(full.database()).contains("db");
        assertThat(full.collationId()).contains(45);
        assertThat(full.plugin()).contains("my");
        assertThat(full.attributes()).containsExactly(Map.entry("a", "bc"));
        assertThat(brief.database()).isEmpty();
        assertThat(brief.collationId()).isEmpty();
    }

    private static HandshakeResponse response(String hex) {
        return (HandshakeResponse) LoginRequest.decode(Hex.buffer(hex));
    }

    private static void assertThatWrittenIs(HandshakeResponse response, String hex) {
        ByteBuf out = Unpooled.buffer();
        response.encode(new WireWriter(out));
        assertThat(Hex.of(out)).isEqualTo(Hex.of(Hex.buffer(hex)));
    }
}
