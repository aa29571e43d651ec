package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The archives that the build has made, and programs of this machine to look at them. */
final class Made {
    static final Path AGAIN = Path.of("target", "again");

    private Made() {}

    static Path tarball() throws IOException {
        return one("pinion-*.tar.gz");
    }

    static Path debianPackage() throws IOException {
        return one("pinion-*.deb");
    }

    private static Path one(String pattern) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(Path.of("target"), pattern)) {
            return files.iterator().next();
        }
    }

    /** Unpacks the tarball; the directory that lies in it. */
    static Path unpackedInto(Path directory) throws IOException, InterruptedException {
        run("tar", "xzf", tarball().toAbsolutePath().toString(), "-C", directory.toString());
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            return files.iterator().next();
        }
    }

    /** The lines that a program prints; it must succeed. */
    static List<String> run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(out).isZero();
        return out.lines().toList();
    }
}
