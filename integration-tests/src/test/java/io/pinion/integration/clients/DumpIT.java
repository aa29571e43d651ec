package io.pinion.integration.clients;

import static io.pinion.integration.clients.InstalledProgram.installed;
import static io.pinion.integration.clients.SideBySide.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.testing.SharedDemo;
import java.sql.Connection;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A dump through Pinion is byte by byte that of the server, and loads through Pinion to the same again. */
@ExtendWith(SharedDemo.Provider.class)
class DumpIT {
    private static final String ORIGINAL = "dump_original";
    private static final String COPY = "dump_copy";

    private static SideBySide sides;

    @BeforeAll
    static void start(SharedDemo demo) throws Exception {
        sides = SideBySide.start(demo);
        try (Connection connection = SharedDemo.connect(sides.proxy(), "")) {
            SharedDemo.update(connection, "CREATE DATABASE " + ORIGINAL + " CHARACTER SET utf8mb4");
            SharedDemo.update(connection, "CREATE DATABASE " + COPY + " CHARACTER SET utf8mb4");
        }
        // By Pinion's user for its data account is who may load views and routines again.
        try (Connection connection = SharedDemo.connect(sides.proxy(), ORIGINAL)) {
            for (String object : FullDump.OBJECTS) {
                SharedDemo.update(connection, object);
            }
        }
    }

    @AfterAll
    static void stop() throws Exception {
        sides.server().execute("DROP DATABASE " + ORIGINAL, "DROP DATABASE " + COPY);
        sides.close();
    }

    @Test
    void everythingOfADatabase() throws Exception {
        FullDump dump = new FullDump(
                installed("mariadb-dump", InstalledProgram.find(List.of("mariadb-dump"), "--version")),
                installed("mariadb", InstalledProgram.find(List.of("mariadb"), "--version")));
        List<String> direct = dump.of(sides.directPort(), ORIGINAL);
        assertThat(direct).anyMatch(line -> line.contains("EVENT `dumped_event`"));
        assertSame(direct, dump.of(sides.proxyPort(), ORIGINAL));

        dump.loadInto(sides.proxyPort(), COPY, direct);
        List<String> renamed =
                direct.stream().map(line -> line.replace(ORIGINAL, COPY)).toList();
        assertSame(renamed, dump.of(sides.directPort(), COPY));
        try (Connection connection = SharedDemo.connect(sides.proxy(), COPY)) {
            SharedDemo.update(connection, "INSERT INTO dumped_parts VALUES (7, 'seven')");
            assertThat(SharedDemo.ask(connection, "SELECT GROUP_CONCAT(n ORDER BY n) FROM dumped_log WHERE ABS(n) = 7"))
                    .contains("-7,7");
            assertThat(SharedDemo.ask(connection, "SELECT dumped_double(21)")).contains("42");
        }
    }
}
