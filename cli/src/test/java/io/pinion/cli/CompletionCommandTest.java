package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Completion knows each command and each option, and bash can read it. */
class CompletionCommandTest {
    private final Path directory;

    CompletionCommandTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private static String script() {
        Cli.Outcome outcome = new Cli().run("completion", "bash");
        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitStatus()).isZero();
        return outcome.out();
    }

    @Test
    void eachCommandAndOptionIsThere() {
        List<String> missing = new ArrayList<>();
        collectMissing(CommandLines.all(), script(), missing);
        assertThat(missing).isEmpty();
    }

    private static void collectMissing(CommandLine command, String page, List<String> missing) {
        command.getCommandSpec().options().forEach(option -> {
            if (!page.contains(option.longestName())) {
                missing.add(command.getCommandName() + " " + option.longestName());
            }
        });
        command.getSubcommands().forEach((name, child) -> {
            if (!page.contains(name)) {
                missing.add(name);
            }
            collectMissing(child, page, missing);
        });
    }

    @Test
    void bashOffersWhatFits() throws IOException, InterruptedException {
        Path file = Files.writeString(directory.resolve("pinion.bash"), script());
        assertThat(offered(file, "mov")).containsExactly("move");
        assertThat(offered(file, "move", "")).containsExactly("shards", "shard");
        assertThat(offered(file, "show", "sha")).containsExactlyInAnyOrder("shards", "shard");
        assertThat(offered(file, "show", "topology", "")).containsExactlyInAnyOrder("status", "history");
        assertThat(offered(file, "replace", "standby", "p", "")).contains("with", "discard", "identified");
        assertThat(offered(file, "serve", "--log-format", "L")).containsExactly("LOGFMT");
        assertThat(offered(file, "promote", "pair", "p", "--de")).containsExactlyInAnyOrder("--debug", "--detach");
    }

    private static List<String> offered(Path page, String... words) throws IOException, InterruptedException {
        String typed = Stream.of(words).map(word -> "'" + word + "'").collect(Collectors.joining(" "));
        return List.of(run(
                        "bash",
                        "-c",
                        "source " + page + "; COMP_WORDS=(pinion " + typed + "); COMP_CWORD=" + words.length
                                + "; _pinion; echo \"${COMPREPLY[@]}\"")
                .strip()
                .split(" "));
    }

    private static String run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return out;
    }
}
