package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** bin/find-java on machines of many kinds. */
class FindJavaTest {
    private final Path machine;

    FindJavaTest(@TempDir Path machine) {
        this.machine = machine;
    }

    private record Answer(int status, String out, String err) {}

    /** Without a Java on the PATH, a JAVA_HOME, or one in the user's home. */
    private Answer find(String program) throws IOException, InterruptedException {
        Path tools = Files.createDirectories(machine.resolve("tools"));
        for (String tool : List.of("bash", "sed", "dirname", "readlink", "uname")) {
            Path link = tools.resolve(tool);
            if (!Files.exists(link)) {
                Files.createSymbolicLink(link, there(tool));
            }
        }
        ProcessBuilder builder =
                new ProcessBuilder(tools.resolve("bash").toString(), "../bin/find-java", program, machine.toString());
        builder.environment().clear();
        builder.environment().put("PATH", tools.toString());
        builder.environment().put("HOME", machine.resolve("home").toString());
        builder.redirectError(machine.resolve("err").toFile());
        Process process = builder.start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Answer(process.waitFor(), out.strip(), Files.readString(machine.resolve("err")));
    }

    private static Path there(String tool) {
        return List.of("/bin", "/usr/bin").stream()
                .map(place -> Path.of(place, tool))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
    }

    private void system(String lines) throws IOException {
        Files.createDirectories(machine.resolve("etc"));
        Files.writeString(machine.resolve("etc/os-release"), lines);
    }

    private Path java(String name, String version, String... programs) throws IOException {
        Path home = machine.resolve("usr/lib/jvm").resolve(name);
        Files.createDirectories(home.resolve("bin"));
        Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
        for (String program : programs) {
            Files.createFile(
                    home.resolve("bin").resolve(program),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-xr-x")));
        }
        return home;
    }

    @Test
    void theNewestIsTaken() throws Exception {
        java("seventeen", "17.0.15", "java", "javac");
        java("twentyone", "21.0.2", "java", "javac");
        Path newest = java("twentyfive", "25", "java", "javac");
        assertThat(find("java").out()).isEqualTo(newest.toString());
    }

    @Test
    void aCheckoutNeedsACompiler() throws Exception {
        Path development = java("twentyone", "21.0.2", "java", "javac");
        java("twentyfive", "25", "java");
        assertThat(find("javac").out()).isEqualTo(development.toString());
    }

    @Test
    void theOldOneThatIsThereIsNamed() throws Exception {
        Path old = java("seventeen", "17.0.15", "java", "javac");
        Answer answer = find("java");
        assertThat(answer.status()).isEqualTo(1);
        assertThat(answer.err())
                .contains("needs a Java runtime 21 or newer")
                .contains("the newest found is 17 in " + old)
                .contains("https://adoptium.net");
    }

    @Test
    void debian12GetsTemurinsRepository() throws Exception {
        system("ID=debian\nVERSION_ID=\"12\"\nVERSION_CODENAME=bookworm\n");
        assertThat(find("javac").err())
                .contains("needs a JDK 21 or newer; none was found")
                .contains("packages.adoptium.net/artifactory/deb bookworm main")
                .contains("temurin-21-jdk")
                .doesNotContain("openjdk-21");
        assertThat(find("java").err()).contains("temurin-21-jre");
    }

    @ParameterizedTest
    @CsvSource({
        "debian, , 13, java, apt-get install openjdk-21-jre-headless",
        "ubuntu, debian, 24.04, javac, apt-get install openjdk-21-jdk-headless",
        "rocky, rhel centos fedora, 9.4, java, dnf install java-21-openjdk-headless",
        "fedora, , 40, javac, dnf install java-21-openjdk-devel",
        "alpine, , 3.20, java, apk add openjdk21-jre-headless",
        "arch, , , javac, pacman -S jdk21-openjdk",
        "opensuse-leap, suse opensuse, 15.6, java, zypper install java-21-openjdk-headless"
    })
    void eachSystemGetsItsCommand(String id, String like, String version, String program, String command)
            throws Exception {
        system("ID=" + id + "\n" + (like == null ? "" : "ID_LIKE=\"" + like + "\"\n") + "VERSION_ID=\"" + version
                + "\"\n");
        assertThat(find(program).err()).contains(command);
    }
}
