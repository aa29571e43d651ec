package io.pinion.operations.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.server.replication.BinlogPlace;
import io.pinion.operations.server.replication.ReplicationLogin;
import io.pinion.operations.server.replication.ReplicationSource;
import io.pinion.operations.server.sql.SqlText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DialectTest {
    static Stream<Dialect> dialects() {
        return Stream.of(new MariaDb(), new MySql());
    }

    @Test
    void theVersionTellsTheDialect() {
        assertThat(Dialect.ofVersion("11.4.5-MariaDB-log")).isEqualTo(new MariaDb());
        assertThat(Dialect.ofVersion("5.5.5-10.6.1-MariaDB")).isEqualTo(new MariaDb());
        assertThat(Dialect.ofVersion("9.7.4")).isEqualTo(new MySql());
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void theDataAccountHasNoRightThatWritesThroughAFence(Dialect dialect) {
        assertThat(dialect.rights(AccountRole.DATA))
                .contains("SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "TRIGGER")
                .noneMatch(right -> right.contains("ADMIN") || right.equals("SUPER") || right.startsWith("ALL"));
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void theDataAccountMayNothingInTheSystemsDatabases(Dialect dialect) {
        assertThat(dialect.grants(ServerAccount.of(AccountRole.DATA, "%", "secret")))
                .contains(
                        "GRANT SHOW VIEW ON mysql.* TO 'pinion_data'@'%'",
                        "GRANT SHOW VIEW ON sys.* TO 'pinion_data'@'%'")
                .contains(
                        "GRANT INSERT ON pinion.* TO 'pinion_data'@'%'",
                        "GRANT SHOW VIEW ON `pinion\\_gather`.* TO 'pinion_data'@'%'",
                        "GRANT SHOW VIEW ON `pinion\\_fence`.* TO 'pinion_data'@'%'")
                .filteredOn(grant -> grant.contains("*.*"))
                .containsExactly("GRANT SHOW DATABASES ON *.* TO 'pinion_data'@'%'");
    }

    @Test
    void mariaDbsOtherNamesOfTheSystemsDatabasesAreHiddenToo() {
        assertThat(new MariaDb().grants(ServerAccount.of(AccountRole.DATA, "%", "secret")))
                .contains(
                        "GRANT SHOW VIEW ON `#mysql50#mysql`.* TO 'pinion_data'@'%'",
                        "GRANT SHOW VIEW ON `#mysql50#sys`.* TO 'pinion_data'@'%'");
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void theManualHasTheStatementsThatMakeTheAccounts(Dialect dialect) throws IOException {
        String manual = Files.readString(Path.of("../docs/topology.md")).replaceAll("\\s+", " ");

        for (AccountRole role : AccountRole.values()) {
            ServerAccount account = ServerAccount.of(role, "10.0.%", "secret");
            assertThat(manual)
                    .contains(dialect.createAccount(account).getFirst().replace(" IF NOT EXISTS", "") + ";");
            assertThat(dialect.grants(account))
                    .allSatisfy(grant -> assertThat(manual).contains(grant + ";"));
        }
    }

    /** They are looked for by name among those that it lacks. */
    @ParameterizedTest
    @MethodSource("dialects")
    void theOperatorHasTheRightsOfAPromotion(Dialect dialect) {
        assertThat(dialect.rights(AccountRole.OPERATOR)).containsAll(dialect.promotionRights());
    }

    @ParameterizedTest
    @MethodSource("dialects")
    void theMonitorReadsNoUserData(Dialect dialect) {
        assertThat(dialect.rights(AccountRole.MONITOR)).doesNotContain("SELECT");
    }

    /** A server may have a channel of a move beside, which goes on. */
    @Test
    void aMySqlStopsAndStartsWhatItsPartnerSendsAlone() {
        MySql mySql = new MySql();
        assertThat(Stream.of(
                                mySql.stopFollowing(),
                                mySql.resumeFollowing(),
                                mySql.forgetSource(),
                                mySql.stopApplying(),
                                mySql.resumeApplying(),
                                mySql.applyUntil(new BinlogPlace("binlog.000001", 4)))
                        .flatMap(List::stream))
                .allSatisfy(statement -> assertThat(statement).endsWith(" FOR CHANNEL ''"));
    }

    @Test
    void aMySqlTriesToReachItsPartnerWithoutEnd() {
        ReplicationSource source = new ReplicationSource("db1", 3306, new ReplicationLogin("repl", "secret", true));
        assertThat(new MySql().follow(source).get(1)).contains("source_connect_retry=1, source_retry_count=0");
    }

    @Test
    void quotesAreDoubledAndBackslashesRefused() {
        ServerAccount account = ServerAccount.of(AccountRole.DATA, "%", "it's");
        assertThat(new MySql().createAccount(account).getFirst())
                .isEqualTo("CREATE USER IF NOT EXISTS 'pinion_data'@'%'"
                        + " IDENTIFIED WITH caching_sha2_password BY 'it''s'");
        assertThatThrownBy(() -> SqlText.quote("a\\")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void passwordsDoNotShowInText() {
        assertThat(List.of(
                                ServerAccount.of(AccountRole.DATA, "%", "secret"),
                                new ReplicationSource("h", 3306, new ReplicationLogin("u", "secret", true)))
                        .toString())
                .doesNotContain("secret");
    }
}
