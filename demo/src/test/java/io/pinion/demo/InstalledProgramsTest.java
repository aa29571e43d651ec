package io.pinion.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pinion.operations.server.MariaDb;
import io.pinion.operations.server.MySql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstalledProgramsTest {
    private final Path root;

    InstalledProgramsTest(@TempDir Path root) throws IOException {
        this.root = root.toRealPath();
    }

    private Path program(String directory, String name) throws IOException {
        Path program = root.resolve(directory).resolve(name);
        Files.createDirectories(program.getParent());
        Files.createFile(program);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    private void share(String file) throws IOException {
        Path share = root.resolve(file);
        Files.createDirectories(share.getParent());
        Files.createFile(share);
    }

    private InstalledPrograms installed(String... directories) {
        return new InstalledPrograms(
                List.of(directories).stream().map(root::resolve).toList());
    }

    @Test
    void aMariaDbComesBeforeAMySql() throws IOException {
        program("mysql/bin", "mysqld");
        share("mysql/share/english/errmsg.sys");
        Path mariaDb = program("usr/sbin", "mariadbd");
        share("usr/share/mysql/mariadb_system_tables.sql");

        ServerProgram first = installed("mysql/bin", "usr/sbin").first();

        assertThat(first.executable()).isEqualTo(mariaDb);
        assertThat(first.share()).isEqualTo(root.resolve("usr/share/mysql"));
        assertThat(first.dialect()).isEqualTo(new MariaDb());
    }

    @Test
    void aMySqlIsToldByItsShareDirectory() throws IOException {
        program("mysql/bin", "mysqld");
        share("mysql/share/english/errmsg.sys");

        assertThat(installed("mysql/bin").first().dialect()).isEqualTo(new MySql());
    }

    @Test
    void withoutOneItSaysWhatToInstall() throws IOException {
        Path incomplete = program("usr/sbin", "mariadbd");

        assertThatThrownBy(() -> installed("usr/sbin").first())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("for Linux on x86-64 only")
                .hasMessageContaining("apt-get install mariadb-server")
                .hasMessageContaining("PINION_MYSQLD")
                .hasMessageContaining("no share directory of MariaDB or MySQL beside " + incomplete);
    }
}
