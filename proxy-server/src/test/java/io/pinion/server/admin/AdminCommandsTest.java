package io.pinion.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.routing.catalog.Rights;
import io.pinion.routing.plan.LastInsertId;
import io.pinion.routing.plan.LocalAnswer;
import io.pinion.routing.plan.PreviousDiagnostics;
import io.pinion.routing.plan.SessionView;
import io.pinion.routing.text.AdminOpening;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdminCommandsTest {
    private static final String PROMPT = "mysql> ";

    private final AdminCommands commands = new AdminCommands();
    private final FakeProxy proxy = new FakeProxy();
    private final AdminWire wire = new AdminWire(commands, proxy);

    @AfterEach
    void close() {
        wire.close();
    }

    @Test
    void refusesThoseWithoutTheAdminRight() {
        assertThat(commands.execute("SHOW SHARDS", new AdminContext(session(false), proxy))
                        .toCompletableFuture())
                .isCompletedWithValue(new AdminAnswer.Failed(
                        1227,
                        "42000",
                        "Access denied; you need (at least one of) the ADMIN privilege(s) for this operation"));
    }

    @Test
    void usersSeeTheirOwnProcesses() {
        AdminAnswer answer = commands.execute("SHOW PROCESSLIST", new AdminContext(session("app", false), proxy))
                .toCompletableFuture()
                .join();

        assertThat(answer).isInstanceOfSatisfying(AdminAnswer.Answered.class, answered -> assertThat(
                        ((LocalAnswer.Rows) answered.answer()).rows())
                .containsExactly(Arrays.asList("12", "app", "10.0.9.4:51320", "pinterest", "Sleep", "1", "", null)));
    }

    /** {@code EXPLAIN ROTATE PARTITIONS} went to a server, which has no table ROTATE. */
    @Test
    void whatStandsAloneIsExplainedAlone() {
        assertThat(behind("EXPLAIN ROTATE PARTITIONS")).isEqualTo(AdminOpening.Behind.ANYTHING);
        assertThat(behind("EXPLAIN PROMOTE PAIR")).isEqualTo(AdminOpening.Behind.SOMETHING);
    }

    private AdminOpening.Behind behind(String name) {
        return commands.all().stream()
                .filter(command -> command.name().equals(name))
                .findFirst()
                .orElseThrow()
                .behind();
    }

    /** {@code EXPLAIN CANCEL OPERATION} went to a server, whose error says nothing of it. */
    @Test
    void whatChangesSomethingIsExplainedOrSaysThatItIsNot() {
        commands.all().stream()
                .filter(command -> command.isAudited() && !command.name().equals("SHUTDOWN"))
                .forEach(command -> assertThat(wire.sendsToPinion("EXPLAIN " + command.name() + " 7"))
                        .as(command.name())
                        .isTrue());
        assertThat(run("EXPLAIN CANCEL OPERATION 7"))
                .isEqualTo(
                        new AdminAnswer.Failed(
                                1235,
                                "42000",
                                "Pinion: there is no EXPLAIN of CANCEL OPERATION; HELP PINION lists the statements that have one"));
        assertThat(told("explain repair servers")).contains("no EXPLAIN of REPAIR SERVERS");
        assertThat(told("EXPLAIN KILL QUERY 7")).contains("no EXPLAIN of KILL");
        assertThat(told("EXPLAIN CANCL OPERATION 7")).doesNotContain("EXPLAIN CANCEL");
        assertThat(wire.sendsToPinion("DESC cancel operation")).isFalse();
        assertThat(wire.sendsToPinion("DESC shutdown")).isFalse();
    }

    /** Words that say when stand in a column of their own. */
    @Test
    void whatIsNextCanBeTyped() {
        List<String> next = ((LocalAnswer.Rows) ((AdminAnswer.Answered) run("SHOW CLUSTER STATUS")).answer())
                .rows().stream().map(row -> row.get(3)).filter(Objects::nonNull).toList();

        assertThat(next).contains("PROMOTE PAIR MySQL002 FORCE FENCED", "RESUME OPERATION 4", "SHOW SESSIONS");
        assertThat(next).allSatisfy(sql -> assertThat(run(sql)).isInstanceOf(AdminAnswer.Answered.class));
    }

    /** A server is asked, unless somebody calls it so by mistake. */
    @Test
    void whatIsNothingLikeACommandIsUnknown() {
        AdminAnswer unknown =
                new AdminAnswer.Failed(1064, "42000", "Pinion: unknown command. HELP PINION lists the commands");
        assertThat(run("SHOW ME THE MONEY")).isEqualTo(unknown);
        assertThat(run("SHOW TOPOLOGIE STATUSS")).isEqualTo(unknown);
    }

    @Test
    void aMistakeIsAnsweredWithWhatWasMeant() {
        assertThat(told("PROMOTE p1")).contains("Did you mean PROMOTE PAIR?");
        assertThat(told("PROMOT PAIR p1")).contains("Did you mean PROMOTE PAIR?");
        assertThat(told("SHOW PEARS")).contains("Did you mean SHOW PAIRS?");
        assertThat(told("REPLACE STANDBY"))
                .contains(
                        "after STANDBY: expected the name of a pair, found the end; there are ",
                        ". Write: REPLACE STANDBY");
        assertThat(told("REPLACE STANBY p1 WITH s3")).contains("Did you mean REPLACE STANDBY?");
        assertThat(told("CREATE PAR p1 WITH PRIMARY s1")).contains("Did you mean CREATE PAIR?");
        assertThat(told("CHECK SERVRES")).contains("Did you mean CHECK SERVERS?");
        assertThat(told("OPEN PIAR p1")).contains("Did you mean OPEN PAIR?");
        assertThat(told("OPEN p1")).contains("Did you mean OPEN PAIR or OPEN SHARDS?");
        assertThat(told("SHOW CLUSTER")).contains("Did you mean SHOW CLUSTER STATUS?");
        assertThat(told("EXPORT shop")).contains("Did you mean EXPORT KEYSPACE");
        assertThat(told("EXPLAIN PROMOT PAIR p1")).contains("Did you mean EXPLAIN PROMOTE PAIR?");
    }

    private String told(String sql) {
        assertThat(wire.sendsToPinion(sql)).as(sql).isTrue();
        return ((AdminAnswer.Failed) run(sql)).message();
    }

    /** One of 200 KB kept all other clients of its event loop waiting for four seconds. */
    @Test
    void patternsThatTakeLongAreRefused() {
        assertThat(told("SHOW PROCESSLIST WHERE info LIKE '%" + "a".repeat(200) + "%' AND info LIKE '%" + "a".repeat(60)
                        + "'"))
                .contains("the patterns of LIKE have 256 characters at most in all");
        assertThat(run("SHOW PROCESSLIST WHERE info LIKE '%" + "a".repeat(200) + "%'"))
                .isInstanceOf(AdminAnswer.Answered.class);
    }

    @Test
    void whatIsSaidTwiceOrMeansNothingIsRefused() {
        assertThat(told("ALTER TOPOLOGY USER app SCATTER WARN SCATTER REFUSE"))
                .contains("the statement says scatter twice");
        assertThat(told("SHOW TOPOLOGY HISTORY 3 LIKE '3'")).contains("after 3: expected the end");
    }

    @Test
    void anAccountWithoutANameIsRefused() {
        assertThat(told("KILL USER '' x")).contains("after USER: expected the name of a user, found ");
    }

    /** Routing refuses such a text before. */
    @Test
    void aQuoteThatNeverEndsIsTold() {
        assertThat(run("SHOW KEY 'x IN lookup;"))
                .isInstanceOfSatisfying(AdminAnswer.Failed.class, failed -> assertThat(failed.message())
                        .contains("a quote or comment is never closed: 'x IN lookup;"));
    }

    @Test
    void routingSendsItsOwnStatementsOnlyToPinion() {
        assertThat(wire.sendsToPinion("show /* all */ shards from pinterest;")).isTrue();
        assertThat(wire.sendsToPinion("SHOW SHARDZ")).isTrue();
        assertThat(wire.sendsToPinion("SHOW SERVERS LIKE 'p%'")).isTrue();
        assertThat(wire.sendsToPinion("DESC promote pair")).isFalse();
        assertThat(wire.sendsToPinion("SHUTDOWN 1")).isFalse();
        assertThat(wire.sendsToPinion("SHOW TABLES")).isFalse();
        assertThat(wire.sendsToPinion("SELECT 1")).isFalse();
    }

    @Test
    void theManualHasEveryCommand() throws IOException {
        List<String> names = commands.all().stream().map(AdminCommand::name).toList();
        Set<String> shown = Files.readAllLines(Path.of("../docs/admin.md")).stream()
                .filter(line -> line.startsWith(PROMPT))
                .flatMap(line -> longest(names, line.substring(PROMPT.length())).stream())
                .collect(Collectors.toSet());

        assertThat(shown).containsAll(names);
    }

    /** The name that the statement begins with: {@code SHOW XA BRANCHES} is no example of a SHOW XA. */
    private static Optional<String> longest(List<String> names, String statement) {
        return names.stream()
                .filter(name -> statement.matches(Pattern.quote(name) + "(\\W.*)?"))
                .max(Comparator.comparingInt(String::length));
    }

    private AdminAnswer run(String sql) {
        return commands.execute(sql, new AdminContext(session(true), proxy))
                .toCompletableFuture()
                .join();
    }

    private static SessionView session(boolean admin) {
        return session("admin", admin);
    }

    private static SessionView session(String user, boolean admin) {
        return new SessionView(
                Optional.empty(),
                SessionView.SqlModeFlags.DEFAULT,
                "utf8mb4",
                "utf8mb4",
                LastInsertId.ON_SERVER,
                user,
                "localhost",
                11,
                admin,
                () -> PreviousDiagnostics.ON_SERVER,
                Rights.EVERYTHING,
                Set.of(),
                SessionView.Connection.LOCAL,
                Optional.empty());
    }
}
