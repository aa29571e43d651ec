package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/pinion} answers what needs no build without one: there is nothing that it could build here. */
class UnbuiltCheckoutTest {
    private static final Path SOURCES = Path.of("routing-core", "src", "main", "java", "io", "pinion", "routing");

    private final Path checkout;

    UnbuiltCheckoutTest(@TempDir Path checkout) {
        this.checkout = checkout;
    }

    @BeforeEach
    void copy() throws IOException {
        for (Path copied :
                List.of(Path.of("bin"), Path.of("docs"), SOURCES.resolve("function"), SOURCES.resolve("catalog"))) {
            copy(Path.of("..").resolve(copied), checkout.resolve(copied));
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copied = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copied.getParent());
                Files.copy(file, copied);
            }
        }
    }

    private String said(String... words) throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("bash", checkout.resolve("bin/pinion").toString()));
        command.addAll(List.of(words));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        Process process = builder.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        process.waitFor();
        return said;
    }

    @Test
    void helpIsWhatTheManualSays() throws Exception {
        assertThat(said("--help")).contains("Usage: pinion", "isn't built yet");
        assertThat(said("replace", "standby", "--help"))
                .startsWith("## REPLACE STANDBY")
                .contains("USING", "From docs/admin.md")
                .doesNotContain("## CHECK SERVERS");
        assertThat(said("check", "--help")).contains("## CHECK SERVER\n", "## CHECK MAPPING\n");
    }

    @Test
    void idsAndKeysAreDecoded() throws Exception {
        assertThat(said("id", "241294492511762325")).isEqualTo("""
                id        241294492511762325
                shard     3429
                type      1
                local id  7075733
                """);
        assertThat(said("id", "x")).contains("'x' is not a whole number, so it is no id");
        assertThat(said("key", "1.2.3.4")).contains("md5          1537");
    }

    @Test
    void aShellCompletesFirstWords() throws Exception {
        assertThat(said("completion", "bash"))
                .contains("demo init serve", " promote ")
                .endsWith(" pinion\n");
    }
}
