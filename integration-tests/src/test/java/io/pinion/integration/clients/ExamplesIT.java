package io.pinion.integration.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.settings.HttpSettings;
import io.pinion.config.settings.ListenerSettings;
import io.pinion.config.settings.Settings;
import io.pinion.config.settings.TopologySettings;
import io.pinion.config.topology.Secrets;
import io.pinion.demo.DemoCluster;
import io.pinion.demo.DemoSettings;
import io.pinion.demo.DemoShape;
import io.pinion.demo.RunningDemo;
import io.pinion.demo.StartProgress;
import io.pinion.server.bootstrap.RunningProxy;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the scripts of docs/examples on a whole demo, as a reader would; each checks its own answers. */
class ExamplesIT {
    private static final Path EXAMPLES = examples();
    private static final String LAST_LINE = "deleted 60 pins and their board";

    private static RunningDemo demo;
    private static RunningProxy proxy;

    @BeforeAll
    static void start(@TempDir Path directory) throws Exception {
        demo = DemoCluster.start(
                DemoSettings.small(directory.resolve("demo")).withShape(DemoShape.full()), StartProgress.SILENT);
        Settings settings = Settings.DEFAULT
                .withDataDirectory(directory.resolve("proxy"))
                .withListener(ListenerSettings.DEFAULT.at("127.0.0.1", 0))
                .withHttp(new HttpSettings(false, "127.0.0.1", 0))
                .withTopology(TopologySettings.DEFAULT.withZooKeeper(demo.zookeeperConnect(), demo.cluster()));
        proxy = RunningProxy.start(settings, Secrets.ofProcess(), "test");
    }

    @AfterAll
    static void stop() throws Exception {
        if (proxy != null) {
            proxy.close();
        }
        if (demo != null) {
            demo.close();
        }
    }

    @Test
    void pymysql() {
        runs("PyMySQL", InstalledProgram.python("pymysql"), "pymysql_cycle.py");
    }

    @Test
    void mysqli() {
        runs("PHP's mysqli", InstalledProgram.php("mysqli"), "mysqli_cycle.php");
    }

    @Test
    void pdo() {
        runs("PHP's PDO", InstalledProgram.php("pdo_mysql"), "pdo_cycle.php");
    }

    @Test
    void django() {
        runs("Django", InstalledProgram.python("django, MySQLdb"), "django_boards.py");
    }

    @Test
    void sqlAlchemy() {
        runs("SQLAlchemy", InstalledProgram.python("sqlalchemy, pymysql"), "sqlalchemy_boards.py");
    }

    @Test
    void mysql2ForNode() throws Exception {
        runs("node with mysql2", NodeModules.node(), Map.of(), "mysql2_cycle.js");
    }

    @Test
    void connectorJ() throws Exception {
        runs("Java", java(jarOf(com.mysql.cj.jdbc.Driver.class)), Map.of(), "JdbcCycle.java");
    }

    @Test
    void mariadbConnectorJ() throws Exception {
        runs("Java", java(jarOf(org.mariadb.jdbc.Driver.class)), Map.of("PINION_JDBC", "mariadb"), "JdbcCycle.java");
    }

    @Test
    void r2dbcMysql() {
        // The driver brings more than its own jar.
        runs("Java", java(System.getProperty("java.class.path")), Map.of(), "R2dbcCycle.java");
    }

    private static Optional<InstalledProgram> java(String classPath) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        return Optional.of(new InstalledProgram(List.of(java, "-Dstdout.encoding=UTF-8", "-cp", classPath)));
    }

    private static String jarOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }

    private static void runs(String name, Optional<InstalledProgram> program, String example) {
        runs(name, program, Map.of(), example);
    }

    private static void runs(
            String name, Optional<InstalledProgram> program, Map<String, String> settings, String example) {
        Map<String, String> environment = new HashMap<>(settings);
        environment.put("PINION_PORT", Integer.toString(proxy.address().getPort()));
        var outcome = InstalledProgram.installed(name, program)
                .run(environment, EXAMPLES.resolve(example).toString());
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
