package io.pinion.integration.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pinion.config.settings.SettingsReader;
import io.pinion.config.settings.SettingsReader.SettingsReading;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.TopologyReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of the compose file can be told without an engine. {@code ComposeIT} runs its scripts. */
class ComposeFilesTest {
    private static final Path HAPROXY = Path.of("/usr/sbin/haproxy");
    private static final Pattern MOUNTED = Pattern.compile("(?:^|=)/compose/(\\S+)");

    private final ComposeFile compose = read("compose.yaml");

    private static ComposeFile read(String name) {
        try {
            return ComposeFile.read(name);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void whatIsNamedIsThere() {
        Collection<String> services = compose.names("services");
        for (String service : services) {
            assertThat(services).as(service).containsAll(compose.dependencies(service));
            for (String volume : compose.list(service, "volumes")) {
                String source = volume.substring(0, volume.indexOf(':'));
                if (source.startsWith("./")) {
                    assertThat(ComposeFile.DIRECTORY.resolve(source)).exists();
                } else {
                    assertThat(compose.names("volumes")).contains(source);
                }
            }
        }
        assertThat(services).containsAll(read("compose.mysql.yaml").names("services"));
    }

    @Test
    void theFilesOfCommandsAreThere() {
        for (String service : compose.names("services")) {
            List<String> words = new ArrayList<>(compose.list(service, "entrypoint"));
            words.addAll(compose.list(service, "command"));
            for (String word : words) {
                Matcher file = MOUNTED.matcher(word);
                if (file.find()) {
                    assertThat(ComposeFile.DIRECTORY.resolve("compose").resolve(file.group(1)))
                            .exists();
                }
            }
        }
    }

    /** After a restart of the machine nobody says {@code up}. */
    @Test
    void allButTheFirstDocumentComeBackByThemselves() {
        assertThat(compose.names("services"))
                .allSatisfy(service -> assertThat(compose.service(service).get("restart"))
                        .as(service)
                        .isEqualTo(service.equals("topology") ? null : "unless-stopped"));
    }

    /** {@code listener.drain_timeout}, which these settings leave as it is, and 40 seconds for what operations have begun. */
    @ParameterizedTest
    @ValueSource(strings = {"pinion1", "pinion2"})
    void aProxyHasTheTimeToLetItsClientsEnd(String service) {
        assertThat(compose.service(service).get("stop_grace_period")).isEqualTo("75s");
    }

    @ParameterizedTest
    @ValueSource(strings = {"mariadb", "mysql"})
    void theSettingsAreAccepted(String product) throws IOException {
        String settings = Files.readString(ComposeFile.DIRECTORY.resolve("compose/" + product + "/pinion.yaml"));

        assertThat(new SettingsReader().read(settings)).isInstanceOf(SettingsReading.Read.class);
    }

    @Test
    void theFirstDocumentIsAccepted() throws IOException {
        String document = Files.readString(ComposeFile.DIRECTORY.resolve("compose/topology.json"));

        assertThat(new TopologyReader().read(document)).isInstanceOf(Reading.Accepted.class);
    }

    @Test
    void theBalancersConfigurationIsValid() throws IOException, InterruptedException {
        assumeTrue(Files.isExecutable(HAPROXY), "HAProxy is not installed");
        Process check = new ProcessBuilder(HAPROXY.toString(), "-c", "-f", "../docker/compose/haproxy.cfg")
                .redirectErrorStream(true)
                .start();
        String said = new String(check.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(check.waitFor()).as(said).isZero();
    }
}
