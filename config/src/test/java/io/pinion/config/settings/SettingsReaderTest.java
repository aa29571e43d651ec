package io.pinion.config.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.document.DurationText;
import io.pinion.config.settings.EventLoopSettings.Transport;
import io.pinion.config.settings.PoolSettings.ServerTls;
import io.pinion.config.settings.SettingsReader.SettingsReading;
import io.pinion.config.settings.ZooKeeperSettings.ZooKeeperTls;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SettingsReaderTest {
    private static Settings read(String yaml) {
        SettingsReading reading = new SettingsReader().read(yaml);
        assertThat(reading).isInstanceOf(SettingsReading.Read.class);
        return ((SettingsReading.Read) reading).settings();
    }

    private static String refused(String yaml) {
        SettingsReading reading = new SettingsReader().read(yaml);
        assertThat(reading).isInstanceOf(SettingsReading.Refused.class);
        return ((SettingsReading.Refused) reading).text("pinion.yaml");
    }

    @Test
    void nothingSaidIsAllByDefault() {
        assertThat(read("")).isEqualTo(Settings.DEFAULT);
        assertThat(read("# nothing yet\n\n")).isEqualTo(Settings.DEFAULT);
        assertThat(read("listener:\n")).isEqualTo(Settings.DEFAULT);
    }

    @Test
    void eachKindOfValueIsRead() {
        Settings settings = read("""
                data_directory: /var/lib/pinion
                listener:
                  port: 3307
                  login_timeout: 1500ms
                  tls: false
                  server_version: 8.4.0-pinion
                  tls_certificate: /etc/pinion/cert.pem
                  tls_key: /etc/pinion/key.pem
                event_loops:
                  transport: io_uring
                pool:
                  tls: required
                limits:
                  max_allowed_packet: 16MB
                topology:
                  zookeeper: zk1:2181,zk2:2181
                pairs:
                  copy_speed: 50MB/s
                  copy_max_running: 0
                """);
        assertThat(settings.dataDirectory()).isEqualTo(Path.of("/var/lib/pinion"));
        assertThat(settings.listener().port()).isEqualTo(3307);
        assertThat(settings.listener().loginTimeout()).isEqualTo(Duration.ofMillis(1500));
        assertThat(settings.listener().tls()).isFalse();
        assertThat(settings.listener().serverVersion()).contains("8.4.0-pinion");
        assertThat(settings.listener().tlsKey()).contains(Path.of("/etc/pinion/key.pem"));
        assertThat(settings.eventLoops().transport()).isEqualTo(Transport.IO_URING);
        assertThat(settings.pool().tls()).isEqualTo(ServerTls.REQUIRED);
        assertThat(settings.limits().maxAllowedPacket().bytes()).isEqualTo(16 << 20);
        assertThat(settings.topology().zookeeper()).contains("zk1:2181,zk2:2181");
        assertThat(settings.savedTopology()).isEqualTo(Path.of("/var/lib/pinion/topology-main.json"));
        assertThat(read("pool:\n  tls: off\n").pool().tls()).isEqualTo(ServerTls.OFF);
        assertThat(settings.pairs()).isEqualTo(new PairSettings(true, OffOrTime.OFF, true, ByteRate.megabytes(50), 0));
        assertThat(read("pairs:\n  copy_speed: unlimited\n")).isEqualTo(Settings.DEFAULT);
    }

    @Test
    void everyMistakeIsToldWithItsLineAndTheNearestName() {
        assertThat(refused("""
                                listener:
                                  prot: 3307
                                  port: 99999
                                  login_timeout: soon
                                  tls: maybe
                                  tls_key: /etc/pinion/key.pem
                                pool:
                                  max_connections_per_server: 0
                                  wait_timeout: 2h
                                  tls: on_demand
                                limits:
                                  max_allowed_packet: 64 elephants
                                  max_sessions: many
                                topology:
                                  file: a.json
                                  zookeeper: zk:2181
                                https:
                                  port: 1
                                """)).isEqualTo("""
                        pinion.yaml:2: listener.prot: there is no field called prot; did you mean port?
                        pinion.yaml:3: listener.port: 99999 is not possible; write a number from 0 to 65535
                        pinion.yaml:4: listener.login_timeout: 'soon' is not a time; write for example 500ms, 10s, 5m
                        pinion.yaml:5: listener.tls: expected true or false, found text
                        pinion.yaml:6: listener.tls_key: there is a key but no certificate; add tls_certificate, its PEM file
                        pinion.yaml:8: pool.max_connections_per_server: 0 is not possible; write a number from 1 to 100000
                        pinion.yaml:9: pool.wait_timeout: 2h is not possible; write a time from 1ms to 1h
                        pinion.yaml:10: pool.tls: unknown value on_demand; known are off, preferred, required, verify_ca, verify_identity
                        pinion.yaml:12: limits.max_allowed_packet: '64 elephants' is not a size; write for example 64MB
                        pinion.yaml:13: limits.max_sessions: 'many' is not a whole number; write it with digits alone
                        pinion.yaml:16: topology.zookeeper: there is a file, too; keep file or zookeeper: the topology has one home
                        pinion.yaml:18: https: there is no field called https; did you mean http?""");
    }

    @Test
    void aUserOfZooKeeperHasASecretAndTlsItsFiles() {
        ZooKeeperSettings settings = read("""
            zookeeper:
              user: pinion
              secret: file:/etc/pinion/secrets/zookeeper
              tls: verify_identity
              tls_ca: /etc/pinion/zookeeper-ca.pem
              tls_certificate: /etc/pinion/zookeeper.pem
            """).zookeeper();
        assertThat(settings.user()).contains("pinion");
        assertThat(settings.secret()).contains("file:/etc/pinion/secrets/zookeeper");
        assertThat(settings.tls()).isEqualTo(ZooKeeperTls.VERIFY_IDENTITY);
        assertThat(settings.tlsCa()).contains(Path.of("/etc/pinion/zookeeper-ca.pem"));
        assertThat(settings.tlsCertificate()).contains(Path.of("/etc/pinion/zookeeper.pem"));

        assertThat(refused("zookeeper:\n  user: pinion\n")).contains("there is a user but no secret");
        assertThat(refused("zookeeper:\n  secret: env:ZK\n")).contains("there is a secret but no user");
        assertThat(refused("zookeeper:\n  user: a:b\n  secret: env:ZK\n")).contains("'a:b' is no user of ZooKeeper");
        assertThat(refused("zookeeper:\n  user: pinion\n  secret: hunter2\n"))
                .contains("clear text where a reference to a secret belongs")
                .doesNotContain("hunter2");
        assertThat(refused("zookeeper:\n  tls_ca: ca.pem\n")).contains("it has no use without TLS");
    }

    @Test
    void failedLoginsWaitAsTheSettingsSay() {
        Settings settings = read("""
                limits:
                  login_failures_before_delay: 0
                  login_failure_delay: 500ms
                log:
                  login_failure_lines_per_second: 3
                """);
        assertThat(settings.limits().loginFailuresBeforeDelay()).isZero();
        assertThat(settings.limits().loginFailureDelay()).isEqualTo(Duration.ofMillis(500));
        assertThat(settings.log().loginFailureLinesPerSecond()).isEqualTo(3);
        assertThat(refused("limits:\n  login_failure_delay: 2m\n")).contains("write a time from 0s to 60s");
    }

    @Test
    void aSpeedIsOfBytesASecondAndNotTooSlow() {
        assertThat(refused("pairs:\n  copy_speed: 50MB\n"))
                .isEqualTo("pinion.yaml:2: pairs.copy_speed: '50MB' is not a speed; write for example 50MB/s, or"
                        + " unlimited");
        assertThat(refused("pairs:\n  copy_speed: 50\n"))
                .isEqualTo("pinion.yaml:2: pairs.copy_speed: '50' is not a speed; write for example 50MB/s, or"
                        + " unlimited");
        assertThat(refused("pairs:\n  copy_speed: 50KB/s\n"))
                .isEqualTo(
                        "pinion.yaml:2: pairs.copy_speed: 50KB/s is not possible; write 1MB/s or more, or unlimited");
        assertThat(refused("pairs:\n  copy_sped: 50MB/s\n  copy_max_running: -1\n"))
                .isEqualTo("""
                        pinion.yaml:2: pairs.copy_sped: there is no field called copy_sped; did you mean copy_speed?
                        pinion.yaml:3: pairs.copy_max_running: -1 is not possible; write a number from 0 to 100000""");
    }

    @Test
    void promotionsThatNobodyAsksForAreOffOrHaveATimeAndNeedZooKeeper() {
        assertThat(read("pairs:\n  promote_automatically: off\n").pairs().promoteAutomatically())
                .isEqualTo(OffOrTime.OFF);
        assertThat(read("pairs:\n  promote_automatically: 30s\n").pairs().promoteAutomatically())
                .isEqualTo(OffOrTime.of(Duration.ofSeconds(30)));
        assertThat(refused("pairs:\n  promote_automatically: 5s\n"))
                .isEqualTo(
                        "pinion.yaml:2: pairs.promote_automatically: 5s is not possible; write a time from 10s to 1h");
        assertThat(refused("pairs:\n  promote_automatically: soon\n"))
                .isEqualTo("pinion.yaml:2: pairs.promote_automatically: 'soon' is not off or a time; write off, or for"
                        + " example 30s");
        assertThat(refused("pairs:\n  promote_automatically: 30s\ntopology:\n  file: a.json\n"))
                .isEqualTo("pinion.yaml:2: pairs: promote_automatically needs proxies that agree, and the topology is a"
                        + " file, where there is nobody to agree with; take it out, or keep the topology in ZooKeeper"
                        + " (topology.zookeeper)");
    }

    @Test
    void brokenYamlNamesItsLine() {
        assertThat(refused("listener:\n  port: [1\n"))
                .isEqualTo("pinion.yaml:2: not valid YAML: while parsing a flow sequence,"
                        + " expected ',' or ']', but got <stream end>");
    }

    @Test
    void sizesAndTimesReadAsTheyAreWritten() {
        assertThat(ByteSize.parse("16 kb")).contains(new ByteSize(16 << 10));
        assertThat(ByteSize.parse("1G")).contains(new ByteSize(1 << 30));
        assertThat(ByteSize.parse("100")).contains(new ByteSize(100));
        assertThat(new ByteSize(3 << 20)).hasToString("3MB");
        assertThat(SettingText.of(Duration.ofSeconds(60))).isEqualTo("60s");
        assertThat(SettingText.of(Duration.ofMinutes(10))).isEqualTo("10m");
        assertThat(DurationText.parse("10 s")).contains(Duration.ofSeconds(10));
        assertThat(DurationText.parse("10")).isEmpty();
    }
}
