package io.pinion.integration.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.integration.clients.LanguagePage.Program;
import io.pinion.integration.testing.SharedDemo;
import io.pinion.server.bootstrap.RunningProxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Runs each program of docs/languages as a reader would, and compares what it prints with what stands below it. */
@ExtendWith(SharedDemo.Provider.class)
class LanguagePagesIT {
    private static RunningProxy proxy;

    private final Path directory;

    LanguagePagesIT(@TempDir Path directory) {
        this.directory = directory;
    }

    @BeforeAll
    static void start(SharedDemo demo) throws Exception {
        proxy = demo.startProxy();
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @Test
    void pymysql() throws Exception {
        run("PyMySQL", InstalledProgram.python("pymysql"), programs("python", 4).subList(0, 2), "page.py");
    }

    @Test
    void sqlAlchemy() throws Exception {
        run(
                "SQLAlchemy",
                InstalledProgram.python("sqlalchemy, pymysql"),
                programs("python", 4).subList(2, 3),
                "page.py");
    }

    @Test
    void django() throws Exception {
        run(
                "Django",
                InstalledProgram.python("django, MySQLdb"),
                programs("python", 4).subList(3, 4),
                "page.py");
    }

    @Test
    void pdo() throws Exception {
        run("PHP's PDO", InstalledProgram.php("pdo_mysql"), programs("php", 3).subList(0, 2), "page.php");
    }

    @Test
    void mysqli() throws Exception {
        run("PHP's mysqli", InstalledProgram.php("mysqli"), programs("php", 3).subList(2, 3), "page.php");
    }

    @Test
    void connectorJ() throws Exception {
        run("Java", Optional.of(java()), programs("java", 2), "Page.java");
    }

    private static InstalledProgram java() throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String jar = Path.of(com.mysql.cj.jdbc.Driver.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        return new InstalledProgram(List.of(java, "-Dstdout.encoding=UTF-8", "-cp", jar));
    }

    @Test
    void goDriver() throws Exception {
        run("Go's driver", InstalledProgram.go("github.com/go-sql-driver/mysql"), programs("go", 2), "page.go");
    }

    private static List<Program> programs(String language, int expected) throws Exception {
        List<Program> programs = LanguagePage.of(language).programs();
        assertThat(programs).hasSize(expected);
        return programs.stream()
                .map(program -> program.at(proxy.address().getPort()))
                .toList();
    }

    private void run(String name, Optional<InstalledProgram> found, List<Program> programs, String file)
            throws Exception {
        InstalledProgram program = InstalledProgram.installed(name, found);
        List<String> printed = new ArrayList<>();
        for (Program page : programs) {
            Path source = Files.writeString(directory.resolve(file), page.code());
            printed.add(program.run(Map.of(), source.toString()).output());
        }
        assertThat(printed)
                .containsExactlyElementsOf(
                        programs.stream().map(Program::output).toList());
    }
}
