package io.pinion.server.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.mysql.cj.jdbc.Driver;
import io.pinion.server.RunningProxy;
import io.pinion.server.testing.SharedDemo;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Runs the scripts of docs/examples as a reader would; each checks its own answers. */
@ExtendWith(SharedDemo.Provider.class)
class ExamplesIT {
    private static final Path EXAMPLES = examples();
    private static final String LAST_LINE = "deleted 60 pins and their board";

    private static RunningProxy proxy;

    @BeforeAll
    static void start(SharedDemo demo) throws Exception {
        proxy = demo.startProxy();
    }

    @AfterAll
    static void stop() {
        proxy.close();
    }

    @Test
    void pymysql() {
        runs("PyMySQL", ClientProgram.python("pymysql"), "pymysql_cycle.py");
    }

    @Test
    void mysqli() {
        runs("PHP's mysqli", ClientProgram.php("mysqli"), "mysqli_cycle.php");
    }

    @Test
    void pdo() {
        runs("PHP's PDO", ClientProgram.php("pdo_mysql"), "pdo_cycle.php");
    }

    @Test
    void connectorJ() throws Exception {
        Path connector = Path.of(
                Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        runs(
                "Java",
                Optional.of(new ClientProgram(List.of(java, "-Dstdout.encoding=UTF-8", "-cp", connector.toString()))),
                "JdbcCycle.java");
    }

    private static void runs(String name, Optional<ClientProgram> program, String example) {
        if (program.isEmpty()) {
            System.out.println("passed over: " + name + " is not installed");
        }
        assumeTrue(program.isPresent(), name + " is not installed");
        var outcome = program.orElseThrow()
                .run(
                        Map.of("PINION_PORT", Integer.toString(proxy.address().getPort())),
                        EXAMPLES.resolve(example).toString());
        assertThat(outcome.output()).endsWith(LAST_LINE + "\n");
        assertThat(outcome.status()).isZero();
    }

    /** Tests run in their module's directory under Maven, in the root under some IDEs. */
    private static Path examples() {
        Path fromModule = Path.of("..", "docs", "examples").toAbsolutePath().normalize();
        return Files.isDirectory(fromModule)
                ? fromModule
                : Path.of("docs", "examples").toAbsolutePath();
    }
}
