package io.pinion.integration.testing;

import io.pinion.demo.ServerProgram;
import io.pinion.operations.server.ManagedServer;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Servers that run outside of the tests and are lent to them, such as a real MySQL 9.7, which no Maven artifact brings
 * along.
 *
 * @param name the beginning of the servers' names in messages
 */
public record GivenServers(String name, List<Address> addresses) {
    /**
     * The property with the addresses of MySQL 9.7 servers that tests may use, {@code host:port} with commas between.
     * Where several JVMs run tests side by side, each takes a group of its own; groups have a semicolon between.
     * {@value #CONTAINERS} stands for servers that {@link ContainerServers} starts.
     */
    static final String MYSQL97 = "pinion.mysql97";

    /** The environment variable for the same, where a build's command line can't be changed. The property wins. */
    static final String ENVIRONMENT = "PINION_MYSQL97";

    /** In the place of addresses: until {@link ContainerServers} has put some there, no servers are given. */
    static final String CONTAINERS = "containers";

    /** The property with the servers' root password; {@code pinion} when absent. */
    private static final String MYSQL97_PASSWORD = "pinion.mysql97.password";

    /** The environment variable with the root password. */
    private static final String ENVIRONMENT_PASSWORD = "PINION_MYSQL97_PASSWORD";

    /**
     * The number of the JVM among those that run tests with real servers side by side, from 1. The pom sets it for
     * Failsafe's JVMs alone, so unit tests have none.
     */
    static final String FORK = "pinion.fork";

    /** The property of the build with the number of such JVMs. */
    private static final String FORKS = "pinion.forks";

    private static final String DEFAULT_PASSWORD = "pinion";

    /**
     * The form of a list's entry. Addresses were once given in {@link ServerProgram#VARIABLE}, which names a program.
     */
    private static final Pattern ADDRESSES = Pattern.compile("[^/\\\\]+:\\d+");

    /** The address that a server listens on. */
    public record Address(String host, int port) {}

    public GivenServers {
        addresses = List.copyOf(addresses);
    }

    /** The servers that {@value #MYSQL97} or {@value #ENVIRONMENT} names; no address when neither is set. */
    public static GivenServers mysql97() {
        return mysql97(System::getProperty, System::getenv);
    }

    static GivenServers mysql97(
            Function<String, @Nullable String> properties, Function<String, @Nullable String> environment) {
        String program = environment.apply(ServerProgram.VARIABLE);
        if (program != null && ADDRESSES.matcher(program).matches()) {
            throw new IllegalArgumentException(ServerProgram.VARIABLE + " is the path of a mariadbd: give " + program
                    + " in " + ENVIRONMENT + ", and its password in " + ENVIRONMENT_PASSWORD);
        }
        String given = given(properties, environment);
        if (given.equals(CONTAINERS)) {
            return new GivenServers("mysql97", List.of());
        }
        int fork = Integer.parseInt(first(properties.apply(FORK), null, "1"));
        List<Address> addresses = Arrays.stream(group(given, fork).split(",", -1))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(GivenServers::address)
                .toList();
        return new GivenServers("mysql97", addresses);
    }

    /** Whether this JVM is to start servers in containers for itself. */
    static boolean areWantedInContainers() {
        return areWantedInContainers(System::getProperty, System::getenv);
    }

    static boolean areWantedInContainers(
            Function<String, @Nullable String> properties, Function<String, @Nullable String> environment) {
        return properties.apply(FORK) != null && given(properties, environment).equals(CONTAINERS);
    }

    private static String given(
            Function<String, @Nullable String> properties, Function<String, @Nullable String> environment) {
        return first(properties.apply(MYSQL97), environment.apply(ENVIRONMENT), "");
    }

    private static String group(String given, int fork) {
        if (given.isEmpty()) {
            return given;
        }
        String[] groups = given.split(";", -1);
        for (int i = 0; i < groups.length; i++) {
            String group = groups[(fork - 1 + i) % groups.length];
            if (ServerClaims.take(group)) {
                return group;
            }
        }
        throw new IllegalArgumentException("other JVMs of tests have all " + groups.length
                + " groups of the MySQL 9.7 servers that are given: run with -D" + FORKS + "=" + groups.length
                + ", or give each JVM a group of its own in -D" + MYSQL97 + " or " + ENVIRONMENT
                + ", with a semicolon between, as in -D" + MYSQL97 + "='" + given + ";host:port'");
    }

    private static Address address(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("-D" + MYSQL97 + " and " + ENVIRONMENT + " are host:port, not " + text);
        }
        return new Address(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    /** The root password on all of them. */
    public static String mysql97Password() {
        return first(System.getProperty(MYSQL97_PASSWORD), System.getenv(ENVIRONMENT_PASSWORD), DEFAULT_PASSWORD);
    }

    private static String first(@Nullable String property, @Nullable String variable, String otherwise) {
        return property != null ? property : variable != null ? variable : otherwise;
    }

    /** The reason that a skipped test gives: how to provide the missing servers. */
    public static String howToGiveMySql97(int servers) {
        String addresses = String.join(",", Collections.nCopies(servers, "host:port"));
        return "skipped: it needs " + servers + " MySQL 9.7; run with -D" + FORKS + "=1 -D" + MYSQL97 + "=" + addresses
                + " (or " + ENVIRONMENT + " in the environment in the place of the latter)";
    }

    /** One of the servers, as root; the caller closes it. */
    public ManagedServer manage(int index) throws SQLException {
        Address address = addresses.get(index);
        return ManagedServer.connect(name + "-" + index, address.host(), address.port(), "root", mysql97Password());
    }
}
