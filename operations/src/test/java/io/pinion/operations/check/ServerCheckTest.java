package io.pinion.operations.check;

import static io.pinion.operations.check.CheckedCluster.A;
import static io.pinion.operations.check.CheckedCluster.B;
import static io.pinion.operations.check.CheckedCluster.C;
import static io.pinion.operations.check.CheckedCluster.MARIADB;
import static io.pinion.operations.check.CheckedCluster.MYSQL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.pinion.config.settings.Settings;
import io.pinion.config.topology.Server;
import io.pinion.operations.server.AccountRole;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ServerCheckTest {
    private static List<Finding> found(CheckedCluster cluster) {
        ClusterFacts facts = cluster.facts();
        return ServerCheck.ALL.stream().flatMap(check -> check.look(facts)).toList();
    }

    private static Finding only(CheckedCluster cluster) {
        List<Finding> found = found(cluster);
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    @ParameterizedTest
    @ValueSource(strings = {MARIADB, MYSQL})
    void aClusterThatIsWellHasNoFinding(String version) {
        assertThat(found(new CheckedCluster(version))).isEmpty();
    }

    @Test
    void whatWasNotFoundBeforeIsNotToldOfAPairsState() {
        assertThat(found(new CheckedCluster(MARIADB).stopped()))
                .extracting(Finding::check)
                .containsOnly("replication");
        assertThat(found(new CheckedCluster(MARIADB).stopped().forTheFirstTime()))
                .isEmpty();
    }

    private static List<Finding> foundOf(Server another, ClusterFacts facts) {
        return ServerCheck.ALL.stream()
                .flatMap(check -> check.look(facts))
                .filter(finding -> finding.place().equals(another.name()))
                .toList();
    }

    @Test
    void anEmptyServerThatWritesAsAPairIsLookedAtAsItsStandby() {
        Server spare = new Server("10.0.1.3:3306", "10.0.1.3", 3306);

        assertThat(foundOf(spare, new CheckedCluster(MARIADB).factsWith(spare, true)))
                .isEmpty();
        assertThat(foundOf(spare, new CheckedCluster(MARIADB).factsWith(spare, false)))
                .extracting(Finding::check)
                .containsExactly("gtid_domain_id");
    }

    @Test
    void whatASpareServerHasOtherwiseThanItsPrimaryIsTold() {
        Server spare = new Server("10.0.1.3:3306", "10.0.1.3", 3306);

        CheckedCluster cluster = new CheckedCluster(MARIADB).set(spare, "group_concat_max_len", "4096");

        assertThat(foundOf(spare, cluster.factsWith(spare, true)))
                .extracting(Finding::pair, Finding::check)
                .containsExactly(tuple("p", "group_concat_max_len"));
    }

    /** The cure of a standby and of a primary may differ in who says it. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "A | binlog_format | STATEMENT | SET GLOBAL binlog_format=ROW; -- and in its configuration: binlog_format=ROW | true",
                "B | gtid_strict_mode | OFF | SET GLOBAL gtid_strict_mode=1; -- and in its configuration: gtid_strict_mode=1 | true",
                "A | log_slave_updates | OFF | log_slave_updates=ON in the server's configuration, and a restart of it | false",
                "A | max_connections | 100 | SET GLOBAL max_connections=108; -- and in its configuration: max_connections=108 | true",
                "B | max_allowed_packet | 16777216 | SET GLOBAL max_allowed_packet=67108864; -- and in its configuration:"
                        + " max_allowed_packet=67108864 | true",
                "A | table_open_cache | 400 | SET GLOBAL table_open_cache=2000; -- and in its configuration: table_open_cache=2000 | true",
                "A | open_files_limit | 505 | LimitNOFILE of its service (ulimit -n) and open_files_limit higher in its configuration,"
                        + " and a restart of it | false",
                "C | wait_timeout | 60 | SET GLOBAL wait_timeout=28800; -- and in its configuration: wait_timeout=28800 | true",
                "C | character_set_server | latin1 | SET GLOBAL character_set_server='utf8mb4'; -- and in its configuration:"
                        + " character_set_server=utf8mb4 | false",
                "B | character_set_server | latin1 | SET GLOBAL character_set_server='utf8mb4'; -- and in its configuration:"
                        + " character_set_server=utf8mb4 | true",
                "C | default_storage_engine | MyISAM | SET GLOBAL default_storage_engine=InnoDB; -- and in its configuration:"
                        + " default_storage_engine=InnoDB | false",
                "C | sql_mode | NO_ENGINE_SUBSTITUTION | SET GLOBAL sql_mode='NO_ENGINE_SUBSTITUTION,STRICT_TRANS_TABLES'; -- and in"
                        + " its configuration: sql_mode=NO_ENGINE_SUBSTITUTION,STRICT_TRANS_TABLES | false",
                "B | sql_mode | STRICT_ALL_TABLES | SET GLOBAL sql_mode='STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION'; -- and in its"
                        + " configuration: sql_mode=STRICT_TRANS_TABLES,NO_ENGINE_SUBSTITUTION | true",
                "B | time_zone | +03:00 | SET GLOBAL time_zone='SYSTEM'; -- and in its configuration: default_time_zone=SYSTEM | true",
                "C | time_zone | Europe/Berlin | one default_time_zone in the configuration of all servers, and a restart of each | false",
                "B | lower_case_table_names | 1 | lower_case_table_names=0 in the server's configuration, and a restart of it | false",
                "B | transaction_isolation | READ-COMMITTED | SET GLOBAL transaction_isolation='REPEATABLE-READ'; -- and in its"
                        + " configuration: transaction_isolation=REPEATABLE-READ | true",
            })
    void aSettingHasItsCure(String server, String variable, String value, String cure, boolean safe) {
        Server changed = List.of(A, B, C).stream()
                .filter(known -> known.name().equals(server))
                .findFirst()
                .orElseThrow();

        Finding finding = only(new CheckedCluster(MARIADB).set(changed, variable, value));

        assertThat(finding.place()).isEqualTo(server);
        assertThat(finding.check()).isEqualTo(variable);
        assertThat(finding.problem()).startsWith(variable).contains(server);
        assertThat(finding.cure().text()).isEqualTo(cure);
        assertThat(finding.cure().isSafe()).isEqualTo(safe);
    }

    @Test
    void mySqlKeepsWhatIsSet() {
        assertThat(only(new CheckedCluster(MYSQL).set(A, "wait_timeout", "5")).cure())
                .isEqualTo(new Cure.Safe(List.of("SET PERSIST wait_timeout=28800"), ""));
        assertThat(only(new CheckedCluster(MYSQL).set(A, "gtid_mode", "OFF"))
                        .cure()
                        .text())
                .isEqualTo(
                        "SET PERSIST gtid_mode=OFF_PERMISSIVE; SET PERSIST gtid_mode=ON_PERMISSIVE; SET PERSIST gtid_mode=ON;");
    }

    @Test
    void timeZonesThatMeanTheSame() {
        assertThat(found(new CheckedCluster(MARIADB).set(B, "time_zone", "+00:00")))
                .isEmpty();
    }

    @Test
    void identitiesThatTwoServersHave() {
        Finding number = only(new CheckedCluster(MARIADB).set(C, "server_id", "1"));
        Finding domain = only(new CheckedCluster(MARIADB).set(C, "gtid_domain_id", "1"));

        assertThat(number.problem()).isEqualTo("C has server_id 1 as A of pair p has");
        assertThat(number.cure().text()).isEqualTo("server_id=3 in the server's configuration, and a restart of it");
        assertThat(domain.check()).isEqualTo("gtid_domain_id");
        assertThat(domain.cure().text()).startsWith("SET GLOBAL gtid_domain_id=2;");
    }

    @Test
    void accountsThatLackSomething() {
        Finding monitor =
                only(new CheckedCluster(MARIADB).has(A, CheckedCluster.loggedIn(AccountRole.MONITOR, "PROCESS")));
        Finding operator =
                only(new CheckedCluster(MARIADB).has(A, CheckedCluster.loggedIn(AccountRole.OPERATOR, "RELOAD")));
        Finding data = only(new CheckedCluster(MARIADB)
                .has(
                        A,
                        new AccountState.Refused(
                                CheckedCluster.account(AccountRole.DATA),
                                Optional.of(AccountRole.DATA),
                                "Access denied")));

        assertThat(monitor.cure())
                .isEqualTo(new Cure.Grants(
                        List.of("GRANT PROCESS ON *.* TO 'pinion_monitor'@'10.0.%'"),
                        List.of(
                                "SET SESSION sql_log_bin=0",
                                "GRANT PROCESS ON *.* TO 'pinion_monitor'@'10.0.%'",
                                "SET SESSION sql_log_bin=1")));
        assertThat(operator.cure().isSafe()).isFalse();
        assertThat(operator.cure().text())
                .startsWith("SET SESSION sql_log_bin=0; GRANT RELOAD ")
                .endsWith(" WITH GRANT OPTION; SET SESSION sql_log_bin=1;");
        assertThat(data.problem()).contains("account data (pinion_data) can't log in on A: Access denied");
        assertThat(data.cure().text()).contains("'pinion_data'@'10.0.%'").doesNotContain("IDENTIFIED");
    }

    @Test
    void aFencedServerOfMySqlIsOpenedForWhatIsPasted() {
        Finding finding =
                only(new CheckedCluster(MYSQL).has(B, CheckedCluster.loggedIn(AccountRole.MONITOR, "PROCESS")));

        assertThat(finding.cure().text())
                .isEqualTo("SET GLOBAL read_only=1; SET GLOBAL super_read_only=0; SET SESSION sql_log_bin=0;"
                        + " GRANT PROCESS ON *.* TO 'pinion_monitor'@'10.0.%'; SET SESSION sql_log_bin=1;"
                        + " SET GLOBAL super_read_only=1;");
    }

    @Test
    void rightsThatClientsNoticeAreGivenByHand() {
        Finding finding = only(new CheckedCluster(MARIADB).has(B, CheckedCluster.loggedIn(AccountRole.DATA, "SELECT")));

        assertThat(finding.cure().isSafe()).isFalse();
        assertThat(finding.cure().text()).contains("GRANT SELECT ON `%`.* TO ");
    }

    /** It may be well, and the server without a connection left. */
    @Test
    void anAccountThatCouldNotBeTriedHasNoCureOfAnAccount() {
        Finding finding = only(new CheckedCluster(MARIADB)
                .has(
                        A,
                        new AccountState.NotTried(
                                CheckedCluster.account(AccountRole.MONITOR), "Too many connections")));

        assertThat(finding.problem())
                .isEqualTo("account monitor (pinion_monitor) can't be tried on A: Too many connections");
        assertThat(finding.cure().text()).doesNotContain("USER");
    }

    @Test
    void eachServerIsToldAnotherUnusedNumber() {
        CheckedCluster cluster =
                new CheckedCluster(MARIADB).set(B, "server_id", "1").set(C, "server_id", "1");

        assertThat(found(cluster).stream()
                        .filter(finding -> finding.check().equals("server_id"))
                        .map(finding -> finding.cure().text().split(" ", 2)[0]))
                .containsExactly("server_id=2", "server_id=3");
    }

    @Test
    void aNumberThatASilentServerHasIsToldToNobody() {
        CheckedCluster cluster = new CheckedCluster(MARIADB).set(C, "server_id", "1");
        Server spare = new Server("S", "10.0.1.9", 3306);

        // A, which has followed B, still knows its number.
        assertThat(numberFor(C, cluster.without(B, true))).startsWith("server_id=3 ");
        assertThat(numberFor(C, cluster.without(B, false)))
                .isEqualTo("a server_id that no other server has, in the server's configuration, and a restart of it; B"
                        + " didn't answer, so that what is free isn't known");
        assertThat(numberFor(C, cluster.alsoNaming(spare))).contains("; S didn't answer");
    }

    private static String numberFor(Server server, ClusterFacts facts) {
        return foundOf(server, facts).stream()
                .filter(finding -> finding.check().equals("server_id"))
                .map(finding -> finding.cure().text())
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aStandbyOfMySqlWithOtherNamesOfTablesIsMadeAnew() {
        assertThat(only(new CheckedCluster(MYSQL).set(B, "lower_case_table_names", "1"))
                        .cure()
                        .text())
                .contains("REPLACE STANDBY p WITH");
    }

    @Test
    void aServerOfAnotherRelease() {
        assertThat(only(new CheckedCluster(MARIADB).isOf(B, "10.11.19-MariaDB")).problem())
                .isEqualTo("B is MariaDB 10.11, and A MariaDB 11.4");
        assertThat(only(new CheckedCluster(MARIADB).isOf(C, "11.8.3-MariaDB")).problem())
                .isEqualTo("C is MariaDB 11.8, and A MariaDB 11.4");
    }

    @Test
    void pairsMayBeOfTwoProducts() {
        assertThat(found(new CheckedCluster(MARIADB).isOf(C, MYSQL)))
                .extracting(Finding::check)
                .doesNotContain("version");
        assertThat(found(new CheckedCluster(MARIADB).isOf(B, MYSQL)))
                .extracting(Finding::check)
                .contains("version");
    }

    @Test
    void aClusterWithoutPairsIsToldItsFirstStatement() {
        assertThat(ServerCheck.ALL.stream().flatMap(check -> check.look(CheckedCluster.pairless())))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.problem()).startsWith("there is no pair yet");
                    assertThat(finding.cure().text()).startsWith("CREATE PAIR p1 PRIMARY ");
                });
    }

    @Test
    void theProxysOwnLimits() {
        CheckedCluster cluster = new CheckedCluster(MARIADB)
                .with(new ProxyFacts(Settings.DEFAULT, 1, OptionalLong.of(1_024), 256L << 20));

        assertThat(found(cluster)).extracting(Finding::check).containsExactly("open files", "memory");
        assertThat(found(cluster).getFirst().cure().text()).startsWith("LimitNOFILE=32768 ");
    }

    @Test
    void connectionsThatShouldBeEncrypted() {
        CheckedCluster cluster = new CheckedCluster(MARIADB).unencrypted();

        assertThat(found(cluster)).extracting(Finding::check).containsExactly("tls", "tls", "tls");
    }
}
