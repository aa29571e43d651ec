package io.pinion.operations.verify;

import io.pinion.operations.server.TableName;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Compares the tables of one database on both sides of a stand-still. Blocks; one thread's. */
final class DatabaseComparison {
    private final ConsistentSnapshot servers;
    private final VerifyThrottle throttle;
    private final String database;
    private final String follower;
    private final List<String> differences = new ArrayList<>();
    private int tables;
    private long rows;

    /** @param follower what the one that follows is to the other, for people */
    DatabaseComparison(ConsistentSnapshot servers, VerifyThrottle throttle, String database, String follower) {
        this.servers = servers;
        this.throttle = throttle;
        this.database = database;
        this.follower = follower;
    }

    /**
     * @param tables that were compared, to the first difference of each
     * @param rows of the primary that were compared
     */
    record Outcome(int tables, long rows, List<String> differences) {}

    Outcome compare() throws SQLException, NotComparable {
        Set<String> here = tables(servers.primary().tables());
        Set<String> there = tables(servers.standby().tables());
        here.stream()
                .filter(name -> !there.contains(name))
                .forEach(name -> differences.add("table " + name + " is missing on the " + follower));
        there.stream()
                .filter(name -> !here.contains(name))
                .forEach(name -> differences.add("table " + name + " is on the " + follower + " only"));
        here.retainAll(there);
        for (String name : here) {
            TableComparison.Outcome outcome =
                    new TableComparison(servers, throttle, follower).compare(new TableName(database, name));
            rows += outcome.rows();
            tables++;
            outcome.difference().ifPresent(differences::add);
        }
        return outcome();
    }

    /** What there is so far, also when it has ended early. */
    Outcome outcome() {
        return new Outcome(tables, rows, List.copyOf(differences));
    }

    private Set<String> tables(List<TableName> names) {
        Set<String> found = new TreeSet<>();
        names.stream().filter(name -> name.database().equals(database)).forEach(name -> found.add(name.table()));
        return found;
    }
}
