package io.pinion.operations.check;

import io.pinion.operations.server.Dialect;
import io.pinion.operations.server.MySql;
import io.pinion.operations.server.finding.Cure;
import io.pinion.operations.server.finding.Finding;
import io.pinion.operations.server.sql.SqlText;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a standby must have as its primary has, since a promotion would change it for clients, and the time zone, which all
 * pairs must have alike: clients see one server.
 */
final class AlikeCheck implements ServerCheck {
    private static final String TIME_ZONE = "time_zone";
    private static final String ISOLATION = "transaction_isolation";
    private static final String OLDER_ISOLATION = "tx_isolation";

    /** Those with which sessions begin, and that a server takes at once. */
    private static final List<String> OF_SESSIONS =
            List.of("sql_mode", ISOLATION, OLDER_ISOLATION, "innodb_lock_wait_timeout", "group_concat_max_len");

    private static final Set<String> UNIVERSAL_TIME = Set.of("UTC", "GMT", "ETC/UTC", "+00:00", "UNIVERSAL");

    @Override
    public Stream<Finding> look(ClusterFacts cluster) {
        return Stream.concat(
                cluster.servers().stream().flatMap(server -> cluster.primaryOf(server).stream()
                        .filter(primary -> primary.dialect().equals(server.dialect()))
                        .flatMap(primary -> compared(server, primary))),
                timeOfPairs(cluster));
    }

    private static Stream<Finding> compared(ServerFacts standby, ServerFacts primary) {
        Stream<Finding> common = standby.dialect().commonSettings().stream()
                .filter(name -> differ(standby, primary, name))
                .map(name -> standby.error(
                        name,
                        differs(standby, primary, name) + ": both servers of a pair must have the same",
                        startedWith(standby, primary, name)));
        Stream<Finding> ofSessions = OF_SESSIONS.stream()
                .filter(name -> !name.equals(OLDER_ISOLATION) || !standby.has(ISOLATION))
                .filter(name -> differ(standby, primary, name))
                .map(name ->
                        jumps(standby, primary, name, standby.dialect().safely(name, literal(primary.variable(name)))));
        Stream<Finding> time = Stream.of(standby)
                .filter(server -> !zone(server).equals(zone(primary)))
                .map(server -> jumps(server, primary, TIME_ZONE, sameTime(server, primary)));
        return Stream.of(common, ofSessions, time).flatMap(found -> found);
    }

    /** MySQL starts with no other lower_case_table_names than its data directory was made with. */
    private static Cure startedWith(ServerFacts standby, ServerFacts primary, String name) {
        return standby.dialect() instanceof MySql && name.equals("lower_case_table_names")
                ? new Cure.Words("make the standby anew with " + name + "=" + primary.variable(name)
                        + ": REPLACE STANDBY " + standby.pair().name() + " WITH another server")
                : Dialect.atStart(name, primary.variable(name));
    }

    private static boolean differ(ServerFacts standby, ServerFacts primary, String name) {
        return primary.has(name) && !standby.variable(name).equals(primary.variable(name));
    }

    private static String differs(ServerFacts server, ServerFacts other, String name) {
        return name + " is " + shown(server.variable(name)) + " on " + server + " and " + shown(other.variable(name))
                + " on " + other;
    }

    private static String shown(String value) {
        return value.isEmpty() ? "empty" : value;
    }

    private static Finding jumps(ServerFacts standby, ServerFacts primary, String name, Cure cure) {
        return standby.warning(
                name, differs(standby, primary, name) + ", and a promotion would change it for sessions", cure);
    }

    private static String literal(String value) {
        return value.matches("-?\\d+(\\.\\d+)?") ? value : SqlText.quote(value);
    }

    // --- time zones

    private static Stream<Finding> timeOfPairs(ClusterFacts cluster) {
        List<ServerFacts> primaries = cluster.primaries();
        return primaries.stream()
                .skip(1)
                .filter(server -> !zone(server).equals(zone(primaries.getFirst())))
                .map(server -> server.warning(
                        TIME_ZONE,
                        differs(server, primaries.getFirst(), TIME_ZONE)
                                + ": NOW() and TIMESTAMP columns tell other times on some shards than on others",
                        isNamed(primaries.getFirst())
                                ? server.dialect()
                                        .byHand(
                                                TIME_ZONE,
                                                literal(primaries.getFirst().variable(TIME_ZONE)))
                                : everywhere()));
    }

    private static Cure sameTime(ServerFacts standby, ServerFacts primary) {
        boolean sameMachine = zoneOfMachine(standby).equals(zoneOfMachine(primary));
        return isNamed(primary) || sameMachine
                ? standby.dialect().safely(TIME_ZONE, literal(primary.variable(TIME_ZONE)))
                : everywhere();
    }

    private static Cure everywhere() {
        return new Cure.Words("one default_time_zone in the configuration of all servers, and a restart of each");
    }

    private static boolean isNamed(ServerFacts server) {
        return !server.variable(TIME_ZONE).equals("SYSTEM");
    }

    private static String zone(ServerFacts server) {
        return isNamed(server) ? normal(server.variable(TIME_ZONE)) : zoneOfMachine(server);
    }

    private static String zoneOfMachine(ServerFacts server) {
        return normal(server.variable("system_time_zone"));
    }

    private static String normal(String zone) {
        return UNIVERSAL_TIME.contains(zone.toUpperCase(Locale.ROOT)) ? "UTC" : zone;
    }
}
