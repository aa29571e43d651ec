package io.pinion.demo;

import io.pinion.operations.server.ManagedServer;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * Servers that somebody else runs and lends to the tests, such as a real MySQL 9.7, which no Maven artifact brings along.
 *
 * @param name in messages
 */
public record GivenServers(String name, List<Address> addresses) {
    /** {@code host:port}, or two of them with a comma between, that tests for MySQL 9.7 may use. */
    public static final String MYSQL97 = "pinion.mysql97";

    /** The servers' root password is in this property, {@code pinion} unless stated. */
    public static final String MYSQL97_PASSWORD = "pinion.mysql97.password";

    /** Where a server listens. */
    public record Address(String host, int port) {}

    public GivenServers {
        addresses = List.copyOf(addresses);
    }

    /** What {@value #MYSQL97} names; no address when it isn't set. */
    public static GivenServers mysql97() {
        String property = System.getProperty(MYSQL97, "");
        List<Address> addresses = Arrays.stream(property.split(",", -1))
                .map(String::strip)
                .filter(text -> !text.isEmpty())
                .map(GivenServers::address)
                .toList();
        return new GivenServers("mysql97", addresses);
    }

    private static Address address(String text) {
        int colon = text.lastIndexOf(':');
        if (colon < 1) {
            throw new IllegalArgumentException("-D" + MYSQL97 + " is host:port, not " + text);
        }
        return new Address(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    /** How to get what is missing; the reason that a skipped test gives. */
    public static String howToGiveMySql97(int servers) {
        return "skipped: it needs " + servers + " MySQL 9.7; run with -D" + MYSQL97 + "="
                + (servers == 1 ? "host:port" : "host:port,host:port");
    }

    /** One of the servers, as root; the caller closes it. */
    public ManagedServer manage(int index) throws SQLException {
        Address address = addresses.get(index);
        String password = System.getProperty(MYSQL97_PASSWORD, "pinion");
        return ManagedServer.connect(name + "-" + index, address.host(), address.port(), "root", password);
    }
}
