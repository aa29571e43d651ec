package io.pinion.config.reload;

import io.pinion.config.topology.Account;
import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.User;
import io.pinion.routing.catalog.Keyspace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The steps from one topology to another, each a sentence without its full stop ({@code move shards 0 to 511 of pinterest
 * from MySQL001 to MySQL002}), in an order in which each could be taken by itself: an addition comes before
 * its uses, and a removal after them.
 */
public final class TopologyDiff {
    private final Topology before;
    private final Topology after;
    private final List<String> steps = new ArrayList<>();
    /** Removals are found on the way but come last, in reverse: users before keyspaces, pairs before their servers. */
    private final List<String> removals = new ArrayList<>();

    private TopologyDiff(Topology before, Topology after) {
        this.before = before;
        this.after = after;
    }

    /** Empty when nothing but the generation differs. */
    public static List<String> between(Topology before, Topology after) {
        return new TopologyDiff(before, after).compare();
    }

    private List<String> compare() {
        compare(
                "account",
                before.statedAccounts(),
                after.statedAccounts(),
                account -> "user " + account.user(),
                this::change);
        compare("server", before.servers(), after.servers(), Server::address, this::change);
        compare("pair", before.pairs(), after.pairs(), TopologyDiff::describe, this::change);
        compare(
                "keyspace",
                before.keyspaces(),
                after.keyspaces(),
                TopologyDiff::describe,
                (old, next) -> steps.addAll(KeyspaceDiff.between(old, next)));
        if (!before.homePair().equals(after.homePair())) {
            steps.add("change the home of other databases from "
                    + before.homePair().orElse("none") + " to "
                    + after.homePair().orElse("none"));
        }
        compare("user", before.users(), after.users(), TopologyDiff::describe, this::change);
        steps.addAll(removals.reversed());
        return List.copyOf(steps);
    }

    private <V> void compare(
            String kind,
            Map<String, V> old,
            Map<String, V> next,
            Function<V, String> describe,
            BiConsumer<V, V> change) {
        next.forEach((name, value) -> {
            V earlier = old.get(name);
            if (earlier == null) {
                steps.add("add " + kind + " " + name + ", " + describe.apply(value));
            } else if (!earlier.equals(value)) {
                change.accept(earlier, value);
            }
        });
        for (String name : old.keySet()) {
            if (!next.containsKey(name)) {
                removals.add("remove " + kind + " " + name);
            }
        }
    }

    private static String describe(Pair pair) {
        return "primary " + pair.primary().name()
                + pair.standby().map(standby -> ", standby " + standby.name()).orElse("");
    }

    private static String describe(Keyspace keyspace) {
        return switch (keyspace) {
            case Keyspace.Id id -> "by id, databases " + id.databases();
            case Keyspace.Mod mod ->
                mod.function().name() + " mod " + mod.shards() + ", databases " + mod.databases()
                        + mod.importing()
                                .map(database -> ", with the rows of the database " + database.place())
                                .orElse("");
            case Keyspace.Single single -> "on " + single.pair();
        };
    }

    private static String describe(User user) {
        return (user.admin() ? "admin, " : "") + "keyspaces " + sorted(user);
    }

    private void change(Server old, Server next) {
        steps.add("change the address of server " + next.name() + " from " + old.address() + " to " + next.address());
    }

    /** A server's new address is a step of the server, not again of its pair. */
    private void change(Pair old, Pair next) {
        if (!old.primary().name().equals(next.primary().name())) {
            steps.add("change the primary of pair " + next.name() + " from "
                    + old.primary().name() + " to " + next.primary().name());
        }
        if (!old.standby().map(Server::name).equals(next.standby().map(Server::name))) {
            steps.add("change the standby of pair " + next.name() + " from " + standby(old) + " to " + standby(next));
        }
        if (old.held() != next.held()) {
            steps.add((next.held() ? "hold" : "release") + " statements for pair " + next.name());
        }
    }

    private static String standby(Pair pair) {
        return pair.standby().map(Server::name).orElse("none");
    }

    private void change(Account old, Account next) {
        List<String> what = new ArrayList<>();
        note(what, "user", old, next, Account::user);
        note(what, "secret", old, next, Account::secret);
        steps.add("change account " + next.name() + ": " + String.join(", ", what));
    }

    private void change(User old, User next) {
        List<String> what = new ArrayList<>();
        boolean samePassword = old.nativeVerifier().equals(next.nativeVerifier())
                && old.sha2Verifier().equals(next.sha2Verifier())
                && old.saltedVerifier().equals(next.saltedVerifier());
        if (!samePassword) {
            what.add("password");
        }
        note(what, "keyspaces", old, next, TopologyDiff::sorted);
        note(what, "admin", old, next, user -> user.admin() ? "yes" : "no");
        if (!account(before, old).equals(account(after, next))) {
            what.add("account " + account(before, old) + " → " + account(after, next));
        }
        note(what, "read-only", old, next, user -> user.readsOnly() ? "yes" : "no");
        note(what, "networks", old, next, TopologyDiff::networks);
        note(what, "must have", old, next, user -> user.admission().tls().words());
        note(what, "scatter", old, next, user -> user.scatter().words());
        steps.add("change user " + next.name() + ": " + String.join(", ", what));
    }

    private static String account(Topology topology, User user) {
        return topology.account(user.account()).filter(Account::isManaged).isPresent()
                ? "of its rights"
                : user.account();
    }

    private static String networks(User user) {
        return user.admission().networks().isEmpty()
                ? "any"
                : user.admission().networks().toString();
    }

    private static String sorted(User user) {
        return String.join(" ", user.keyspaces().stream().sorted().toList());
    }

    static <V> void note(List<String> what, String field, V old, V next, Function<V, String> words) {
        if (!words.apply(old).equals(words.apply(next))) {
            what.add(field + " " + words.apply(old) + " → " + words.apply(next));
        }
    }
}
