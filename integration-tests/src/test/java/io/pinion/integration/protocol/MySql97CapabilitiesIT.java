package io.pinion.integration.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.MySql97Proxy;
import io.pinion.integration.testing.NeedsMySql97;
import io.pinion.protocol.frame.Expecting;
import io.pinion.server.testing.LeakWatch;
import io.pinion.server.testing.RawClient;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What only MySQL has: query attributes and optional definitions of results. The same bytes go to the server itself and to
 * Pinion, and the same must come back. Only where a MySQL 9.7 is given.
 */
@NeedsMySql97
@ExtendWith(LeakWatch.class)
class MySql97CapabilitiesIT {
    private static final int OPTIONAL_RESULTSET_METADATA = 1 << 25;
    private static final int QUERY_ATTRIBUTES = 1 << 27;
    private static final int MULTI = 1 << 16 | 1 << 17;

    /** tp = 'hello', in front of a query's text. */
    private static final String ATTRIBUTE = "0101 0001 fe00027470 0568656c6c6f";

    private static final String READ = "SELECT mysql_query_attribute_string('tp') AS a";

    private static MySql97Proxy proxy;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        proxy = MySql97Proxy.start(directory);
        MySql97Proxy.asRoot("INSTALL COMPONENT 'file://component_query_attributes'");
    }

    @AfterAll
    static void stop() throws Exception {
        MySql97Proxy.asRoot("UNINSTALL COMPONENT 'file://component_query_attributes'");
        proxy.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {QUERY_ATTRIBUTES, QUERY_ATTRIBUTES | RawClient.DEPRECATE_EOF})
    void queryAttributesArrive(int capabilities) {
        assertSame(
                capabilities | MULTI,
                query("0001", READ),
                query(ATTRIBUTE, READ),
                query(ATTRIBUTE, "SET @a = mysql_query_attribute_string('tp')"),
                query("0001", "SELECT @a"),
                query(ATTRIBUTE, READ + "; " + READ),
                query(ATTRIBUTE, "SELECT 1; SET NAMES utf8mb4; " + READ),
                query("0001", "BEGIN"),
                query(ATTRIBUTE, READ),
                query("0001", "COMMIT"),
                prepare(READ + ", ? AS b"),
                execute(1, "08", "02 00 01 080000 fe00027470 0700000000000000 0568656c6c6f"),
                execute(1, "08", "01 00 00 0800000000000000"),
                new Command(new byte[] {0x0E}, Expecting.ACKNOWLEDGEMENT));
    }

    @Test
    void queryAttributesArriveWhereTheTextWasEdited() {
        try (RawClient client = proxy.loggedIn(RawClient.CLASSIC | QUERY_ATTRIBUTES, MySql97Proxy.SHARDED)) {
            byte[] byId = query(ATTRIBUTE, READ + ", id FROM pins WHERE id = " + (1L << 46 | 1L << 36 | 5))
                    .bytes();
            List<String> inserted = client.exchange(
                    query(ATTRIBUTE, "INSERT INTO wire_00001.pins VALUES (5, mysql_query_attribute_string('tp'))")
                            .bytes(),
                    Expecting.RESULTS);

            assertThat(inserted).singleElement().asString().startsWith("00");
            assertThat(client.exchange(byId, Expecting.RESULTS).get(4)).startsWith("0568656c6c6f");
        }
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                OPTIONAL_RESULTSET_METADATA,
                OPTIONAL_RESULTSET_METADATA | RawClient.DEPRECATE_EOF,
                OPTIONAL_RESULTSET_METADATA | QUERY_ATTRIBUTES
            })
    void definitionsComeOrNotAsTheClientSays(int capabilities) {
        String none = (capabilities & QUERY_ATTRIBUTES) == 0 ? "" : "0001";
        String count = (capabilities & QUERY_ATTRIBUTES) == 0 ? "" : "01";
        String flag = count.isEmpty() ? "00" : "08";
        String noName = count.isEmpty() ? "" : "00";
        assertSame(
                capabilities | MULTI,
                query(none, "SELECT 1 AS a, 'x' AS b"),
                query(none, "SET resultset_metadata = NONE"),
                query(none, "SELECT 1 AS a, 'x' AS b"),
                query(none, "SELECT @@resultset_metadata"),
                query(none, "SELECT 1; SELECT 2"),
                query(none, "SET @a = 1 + 1"),
                query(none, "SELECT @a"),
                prepare("SELECT ? + 1 AS a"),
                execute(1, flag, count + "00 01 0800" + noName + "0500000000000000"),
                prepare("DO 1"),
                query(none, "SET resultset_metadata = 'FULL'"),
                query(none, "SELECT @a AS a"),
                query(none, "SET resultset_metadata = 0"),
                query(none, "SELECT @a AS a"),
                new Command(new byte[] {0x1F}, Expecting.ACKNOWLEDGEMENT),
                query(none, "SELECT 1 AS a"));
    }

    @Test
    void pinionsOwnAnswersLeaveTheirDefinitionsOutToo() {
        try (RawClient client = proxy.loggedIn(RawClient.CLASSIC | OPTIONAL_RESULTSET_METADATA, MySql97Proxy.SHARDED)) {
            byte[] show = query("", "SHOW TABLES").bytes();
            List<String> full = client.exchange(show, Expecting.RESULTS);
            client.exchange(query("", "SET resultset_metadata = NONE").bytes(), Expecting.RESULTS);
            List<String> none = client.exchange(show, Expecting.RESULTS);

            assertThat(full.getFirst()).isEqualTo("0101");
            assertThat(none).containsExactly("0100", full.get(2), "0470696e73", full.get(4));
        }
    }

    @Test
    void theSettingNeedsTheCapability() {
        assertSame(0, query("", "SET resultset_metadata = NONE"), query("", "SELECT 1"));
    }

    /** Runs the commands, one after the other, on the server and through Pinion. */
    private static void assertSame(int capabilities, Command... commands) {
        try (RawClient direct = proxy.direct(RawClient.CLASSIC | capabilities, MySql97Proxy.SINGLE);
                RawClient through = proxy.loggedIn(RawClient.CLASSIC | capabilities, MySql97Proxy.SINGLE)) {
            assertThat(through.agreed().bits() & capabilities).isEqualTo(capabilities);
            List<String> wanted = new ArrayList<>();
            List<String> found = new ArrayList<>();
            for (Command command : commands) {
                wanted.add(command + " " + direct.exchange(command.bytes(), command.expecting()));
                found.add(command + " " + through.exchange(command.bytes(), command.expecting()));
            }
            assertThat(found).isEqualTo(wanted);
        }
    }

    private record Command(byte[] bytes, Expecting expecting) {
        @Override
        public String toString() {
            return new String(bytes, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", ".");
        }
    }

    private static Command query(String attributes, String sql) {
        return command("03" + attributes, sql, Expecting.RESULTS);
    }

    private static Command prepare(String sql) {
        return command("16", sql, Expecting.PREPARED);
    }

    private static Command execute(int statement, String flags, String parameters) {
        return command("17 %02x000000 ".formatted(statement) + flags + "01000000" + parameters, "", Expecting.RESULTS);
    }

    private static Command command(String hex, String text, Expecting expecting) {
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        packet.writeBytes(HexFormat.of().parseHex(hex.replace(" ", "")));
        packet.writeBytes(text.getBytes(StandardCharsets.UTF_8));
        return new Command(packet.toByteArray(), expecting);
    }
}
