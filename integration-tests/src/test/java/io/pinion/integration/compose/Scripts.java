package io.pinion.integration.compose;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.cli.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Runs the compose file's scripts as its containers do.
 *
 * @param programs what a container has and this machine hasn't, or has otherwise
 */
record Scripts(Path programs) {
    /** The image's own entry point is one that prints what it is told to run. */
    static Scripts in(Path directory) throws IOException {
        Scripts scripts = new Scripts(Files.createDirectories(directory));
        scripts.program("docker-entrypoint.sh", "printf '%s\\n' \"$@\"");
        scripts.program(
                "pinion",
                "exec '" + Path.of(System.getProperty("java.home"), "bin", "java") + "' -XX:TieredStopAtLevel=1 -cp '"
                        + System.getProperty("java.class.path") + "' " + Main.class.getName() + " \"$@\"");
        return scripts;
    }

    void program(String name, String script) throws IOException {
        Path program = programs.resolve(name);
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    /** A container's program, with none of this machine's. */
    List<String> alone(String script, Map<String, String> environment) throws IOException, InterruptedException {
        return run(script, environment, programs.toString());
    }

    List<String> run(String script, Map<String, String> environment) throws IOException, InterruptedException {
        return run(script, environment, programs + ":" + System.getenv("PATH"));
    }

    private static List<String> run(String script, Map<String, String> environment, String path)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(
                "/bin/bash",
                ComposeFile.DIRECTORY.resolve("compose").resolve(script).toString());
        builder.environment().putAll(environment);
        builder.environment().put("PATH", path);
        Process process = builder.redirectErrorStream(true)
                .redirectInput(Path.of("/dev/null").toFile())
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(script + ": " + said).isZero();
        return said.lines().toList();
    }
}
