package io.pinion.config.reload;

import io.pinion.config.topology.Pair;
import io.pinion.config.topology.Server;
import java.util.Locale;

/** One change from a topology to the next. */
public sealed interface ReloadStep {

    /**
     * A sentence without its full stop, such as {@code move shards 0 to 511 of pinterest from MySQL001 to MySQL002}.
     */
    String text();

    /** The kinds of things that a document names. */
    enum Subject {
        ACCOUNT,
        SERVER,
        PAIR,
        KEYSPACE,
        TABLE,
        USER;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @param detail a fact to show beside the name, such as a server's address; may be empty */
    record Add(Subject subject, String name, String detail) implements ReloadStep {
        @Override
        public String text() {
            return "add " + subject.word() + " " + name + (detail.isEmpty() ? "" : ", " + detail);
        }
    }

    record Remove(Subject subject, String name) implements ReloadStep {
        @Override
        public String text() {
            return "remove " + subject.word() + " " + name;
        }
    }

    /** @param what the fields that change, with their values */
    record Change(Subject subject, String name, String what) implements ReloadStep {
        @Override
        public String text() {
            return "change " + subject.word() + " " + name + ": " + what;
        }
    }

    /** Connections to the old address end with their statements. */
    record Readdress(Server before, Server after) implements ReloadStep {
        @Override
        public String text() {
            return "change the address of server " + after.name() + " from " + before.address() + " to "
                    + after.address();
        }
    }

    /** Reads and writes of the pair go to another server. */
    record ChangePrimary(Pair before, Pair after) implements ReloadStep {
        @Override
        public String text() {
            return "change the primary of pair " + after.name() + " from "
                    + before.primary().name() + " to " + after.primary().name();
        }
    }

    record ChangeStandby(Pair before, Pair after) implements ReloadStep {
        @Override
        public String text() {
            return "change the standby of pair " + after.name() + " from " + standbyOf(before) + " to "
                    + standbyOf(after);
        }

        private static String standbyOf(Pair pair) {
            return pair.standby().map(Server::name).orElse("none");
        }
    }

    /** Statements for the pair wait from now on, or wait no longer. */
    record HoldStatements(Pair after) implements ReloadStep {
        @Override
        public String text() {
            return (after.held() ? "hold" : "release") + " statements for pair " + after.name();
        }
    }

    /** Consecutive shards of a keyspace. */
    record Shards(String keyspace, int first, int last) {
        @Override
        public String toString() {
            return (first == last ? "shard " + first : "shards " + first + " to " + last) + " of " + keyspace;
        }
    }

    record OpenShards(Shards shards, String pair) implements ReloadStep {
        @Override
        public String text() {
            return "open " + shards + " on " + pair;
        }
    }

    /** The data must be on the new pair already: a proxy moves none. */
    record MoveShards(Shards shards, String from, String to) implements ReloadStep {
        @Override
        public String text() {
            return "move " + shards + " from " + from + " to " + to;
        }
    }

    record CloseShards(Shards shards, String pair) implements ReloadStep {
        @Override
        public String text() {
            return "close " + shards + " on " + pair;
        }
    }

    /** Statements for the shards wait from now on, or wait no longer. */
    record HoldShards(Shards shards, boolean held) implements ReloadStep {
        @Override
        public String text() {
            return (held ? "hold" : "release") + " statements for " + shards;
        }
    }

    /** The share of new objects that go to these shards changes. */
    record Reweigh(Shards shards, int before, int after) implements ReloadStep {
        @Override
        public String text() {
            return "change the insert weight of " + shards + " from " + before + " to " + after;
        }
    }

    /** Pinion looks for rows that are stored already in another place, or doesn't find them. */
    record Redefine(String keyspace, String what) implements ReloadStep {
        @Override
        public String text() {
            return "DANGER: redefine keyspace " + keyspace + ": " + what
                    + "; stored rows stay where the old definition put them";
        }
    }

    record ChangeHome(String before, String after) implements ReloadStep {
        @Override
        public String text() {
            return "change the home of other databases from " + before + " to " + after;
        }
    }
}
