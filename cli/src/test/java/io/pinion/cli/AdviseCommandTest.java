package io.pinion.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Golden pages of {@code pinion advise} for logs in the shape of real ones: of WordPress, of TPC-C in the words of a common
 * implementation, and of an application of Django. {@code -Dcases.update=true} writes what is.
 */
class AdviseCommandTest {
    private static final Path CASES = Path.of("src/test/resources/advise");

    private final Path directory;

    AdviseCommandTest(@TempDir Path directory) {
        this.directory = directory;
    }

    private static Cli.Outcome advise(String... arguments) {
        String[] words = new String[arguments.length + 1];
        words[0] = "advise";
        System.arraycopy(arguments, 0, words, 1, arguments.length);
        return new Cli().run(words);
    }

    private static String schema(String name) {
        return CASES.resolve(name).resolve("schema.sql").toString();
    }

    @ParameterizedTest
    @CsvSource({
        "wordpress, --statements, statements.sql",
        "tpcc, --slow-log, slow.log",
        "django, --slow-log, slow.log",
    })
    void pagesAndDocumentsAsWrittenDown(String name, String option, String log) throws IOException {
        Path tables = directory.resolve("tables.json");
        Path keyspace = directory.resolve("keyspace.json");

        Cli.Outcome outcome = advise(
                "--schema",
                schema(name),
                option,
                CASES.resolve(name).resolve(log).toString(),
                "--tables",
                tables.toString(),
                "--keyspace",
                keyspace.toString());

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.exitStatus()).isZero();
        expect(CASES.resolve(name).resolve("page.txt"), outcome.out());
        expect(CASES.resolve(name).resolve("tables.json"), Files.readString(tables));
        expect(CASES.resolve(name).resolve("keyspace.json"), Files.readString(keyspace));
    }

    private static void expect(Path golden, String actual) throws IOException {
        if (Boolean.getBoolean("cases.update")) {
            Files.writeString(golden, actual);
        }
        assertThat(actual).isEqualTo(Files.readString(golden));
    }

    /** What the page of the documentation shows is what the command prints. */
    @Test
    void thePageShowsWhatIsPrinted() throws IOException {
        Path page = Path.of("..", "docs", "advise.md");
        Path tables = directory.resolve("tables.json");
        String printed = advise(
                        "--schema",
                        schema("shop"),
                        "--slow-log",
                        CASES.resolve("shop").resolve("slow.log").toString(),
                        "--tables",
                        tables.toString())
                .out();
        String text = Files.readString(page);
        String actual = replaced(
                replaced(
                        text,
                        "$ pinion advise --schema schema.sql --slow-log slow.log --tables tables.json\n",
                        printed),
                "$ cat tables.json\n",
                Files.readString(tables));

        if (Boolean.getBoolean("cases.update")) {
            Files.writeString(page, actual);
        }
        assertThat(Files.readString(page)).isEqualTo(actual);
    }

    /** The output below a command: up to the next one, or to the end of the block. */
    private static String replaced(String page, String command, String output) {
        int from = page.indexOf(command) + command.length();
        assertThat(from).isGreaterThan(command.length());
        int block = page.indexOf("```\n", from);
        int next = page.indexOf("\n$ ", from - 1);
        int to = next >= 0 && next < block ? next + 1 : block;
        return page.substring(0, from) + output + page.substring(to);
    }

    @Test
    void aGivenPlacementIsCounted() throws IOException {
        Path placement = Files.writeString(directory.resolve("placement.json"), """
                {"orders": {"key": "id"}, "items": {"key": "order_id"}, "countries": "skip", "a_view": "skip"}
                """);
        Path log = Files.writeString(directory.resolve("log"), """
                SELECT * FROM users WHERE id = 7;
                SELECT * FROM orders WHERE user_id = 7;
                SELECT * FROM orders o JOIN items i ON i.order_id = o.id WHERE o.id = 9;
                """);

        Cli.Outcome outcome =
                advise("--schema", schema("shop"), "--statements", log.toString(), "--placement", placement.toString());

        assertThat(outcome.err()).isEmpty();
        assertThat(outcome.out())
                .contains("one shard                2   66.7 %")
                .contains("all shards               1   33.3 %")
                .contains("orders  hashed by id")
                .contains("users   hashed by id")
                .doesNotContain("countries");
    }

    @Test
    void aPlacementThatCantBeIsRefusedAtOnce() throws IOException {
        assertThat(placed("{\"orders\": {\"key\": \"buyer\"}}"))
                .endsWith("names column buyer, which orders doesn't have");
        assertThat(placed("{\"order\": {\"key\": \"id\"}}")).endsWith("names order, which is no table of shop");
        assertThat(placed("{\"orders\": {\"object\": 1}}")).contains("what keyspaces of ids have");
        assertThat(placed("{\"orders\": \"skipp\"}")).contains("did you mean skip?");
    }

    private String placed(String document) throws IOException {
        Path placement = Files.writeString(directory.resolve("placement.json"), document);
        Path log = Files.writeString(directory.resolve("log"), "SELECT 1\n");
        return failure("--schema", schema("shop"), "--statements", log.toString(), "--placement", placement.toString());
    }

    @Test
    void statementsWithoutValuesAreLeftOut() throws IOException {
        Path digests = Files.writeString(directory.resolve("digests"), """
                SELECT * FROM `users` WHERE `id` = ? ;
                INSERT INTO `orders` ( `user_id` , `country` ) VALUES (...) ;
                """);

        assertThat(failure("--schema", schema("shop"), "--statements", digests.toString()))
                .startsWith("pinion: there are no statements in what was given")
                .contains("a slow log has the statements with their values");
    }

    @Test
    void aSchemaWithoutADatabaseAndItsForeignKeysAreTold() throws IOException {
        Path tables = Files.writeString(directory.resolve("tables.sql"), """
                CREATE TABLE orders (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY);
                CREATE TABLE items (order_id INT NOT NULL, line INT NOT NULL, PRIMARY KEY (order_id, line),
                  CONSTRAINT of_order FOREIGN KEY (order_id) REFERENCES orders (id) ON DELETE CASCADE);
                """);
        Path log = Files.writeString(directory.resolve("log"), "SELECT * FROM items WHERE order_id = 7\n");

        String page = advise("--schema", tables.toString(), "--statements", log.toString())
                .out()
                .replaceAll("\\s+", " ");
        assertThat(page)
                .contains("tables.sql doesn't say which database its tables are of")
                .contains("IMPORT DATABASE leaves out foreign keys, of items: see that")
                .contains(
                        "it refuses those that change rows by themselves (ON DELETE CASCADE, SET NULL and the like), of items");
        assertThat(advise("--schema", tables.toString(), "--database", "shop", "--statements", log.toString())
                        .out())
                .doesNotContain("doesn't say which database");
    }

    @Test
    void whatIsMissingOnTheCommandLineIsNamed() {
        assertThat(advise("--statements", "x")).isEqualTo(usage("say where the tables are: --schema FILE"));
        assertThat(advise("--schema", "x").err()).contains("say where the statements are: --slow-log");
        assertThat(advise("--schema", "x", "--statements", "y", "--shards", "1").exitStatus())
                .isEqualTo(ExitStatus.USAGE);
    }

    private static Cli.Outcome usage(String message) {
        return new Cli.Outcome(ExitStatus.USAGE, "", "pinion: " + message + System.lineSeparator());
    }

    @Test
    void filesThatCantBeReadAreNamed() throws IOException {
        Path log = Files.writeString(directory.resolve("log"), "SELECT 1\n");
        Path empty = Files.writeString(directory.resolve("empty"), "");

        assertThat(failure("--schema", "none.sql", "--statements", log.toString()))
                .isEqualTo("pinion: there is no file none.sql");
        assertThat(failure("--schema", schema("shop"), "--statements", "none"))
                .isEqualTo("pinion: there is no file none");
        assertThat(failure("--schema", schema("shop"), "--statements", directory.toString()))
                .endsWith("is a directory: name a file in it");
        assertThat(failure("--schema", empty.toString(), "--statements", log.toString()))
                .contains("there is no CREATE TABLE in")
                .endsWith("give what mysqldump --no-data prints");
        assertThat(failure("--schema", schema("shop"), "--slow-log", empty.toString()))
                .startsWith("pinion: there are no statements in what was given");
        assertThat(failure("--schema", schema("shop"), "--slow-log", log.toString()))
                .contains("is no slow log: it begins with 'SELECT 1'");
        assertThat(failure("--schema", schema("shop"), "--database", "crm", "--statements", log.toString()))
                .contains("there is no CREATE TABLE of crm in");
    }

    private static String failure(String... arguments) {
        Cli.Outcome outcome = advise(arguments);
        assertThat(outcome.exitStatus()).isEqualTo(ExitStatus.FAILED);
        return outcome.err().strip();
    }
}
