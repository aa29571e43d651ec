package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.Problems;
import io.pinion.routing.catalog.Catalog;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.OwnDatabases;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.SystemDatabases;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Makes sure that a database's name means one keyspace, or one shard of one keyspace. */
final class DatabaseNames {
    /** Stands in for a pattern that was refused, so that reading goes on; no document can write it. */
    static final DatabasePattern UNKNOWN = new DatabasePattern("?", 0, "");

    /**
     * What MySQL allows in a name without surprise; ':' separates keyspace and shard in {@code USE `pinterest:3429`}.
     */
    private static final Pattern KEYSPACE = Pattern.compile("[^/\\\\.:`\\s\\p{Cntrl}]{1,64}");

    private static final Pattern DATABASE = Pattern.compile("[A-Za-z0-9_$-]{1,64}");

    private final Problems problems;
    private final List<Keyspace> earlier = new ArrayList<>();

    DatabaseNames(Problems problems) {
        this.problems = problems;
    }

    void checkKeyspaceName(Field field) {
        if (!KEYSPACE.matcher(field.name()).matches()) {
            problems.error(
                    field.value(),
                    "'" + field.name() + "' is no name for a keyspace",
                    "use at most 64 characters without spaces and / \\ . : `");
        }
        String lower = field.name().toLowerCase(Locale.ROOT);
        if (OwnDatabases.ALL.contains(lower)) {
            problems.error(field.value(), field.name() + " is a database of Pinion's own", "choose another name");
        }
        if (Catalog.namesFile(field.name()) || SystemDatabases.ALL.contains(lower)) {
            problems.error(
                    field.value(), field.name() + " is a database of the servers themselves", "choose another name");
        }
    }

    /**
     * The pattern of shard databases that a document states; empty, after reporting a problem, when the text is no
     * pattern.
     */
    Optional<DatabasePattern> pattern(DocumentNode node) {
        if (!(node instanceof Text text)) {
            problems.error(node, "expected text, found " + node.kindName(), "write for example \"db%05d\"");
            return Optional.empty();
        }
        try {
            DatabasePattern pattern = DatabasePattern.parse(text.value());
            if (!DATABASE.matcher(pattern.databaseOf(new ShardId(ShardId.MAX))).matches()) {
                problems.error(
                        node,
                        "'" + text.value() + "' makes no good database names",
                        "use letters, digits, _ $ and -, 64 at most");
            }
            return Optional.of(pattern);
        } catch (IllegalArgumentException wrong) {
            problems.error(node, String.valueOf(wrong.getMessage()), "write for example \"db%05d\"");
            return Optional.empty();
        }
    }

    /** Reports a database name that could mean both {@code keyspace} and an earlier one. */
    void refuseClash(Keyspace keyspace, DocumentNode where) {
        for (Keyspace other : earlier) {
            clash(keyspace, other).ifPresent(name -> {
                problems.error(
                        where,
                        "the name " + name + " would mean " + keyspace.name() + " and " + other.name(),
                        "choose another keyspace name or database pattern");
            });
        }
        if (patterns(keyspace).stream().anyMatch(pattern -> pattern.shardIn(keyspace.name()) >= 0)) {
            problems.error(
                    where,
                    "the name " + keyspace.name() + " would mean the keyspace and one of its shards",
                    "choose another keyspace name or database pattern");
        }
        if (keyspace instanceof Keyspace.Mod mod && hasOneNameForTwo(mod)) {
            problems.error(
                    where,
                    "the names of databases, such as " + mod.databases().databaseOf(new ShardId(0))
                            + ", would mean shards of " + mod.name() + " and others that it is resharded into or from",
                    "choose another database pattern for \"resharding\"");
        }
        earlier.add(keyspace);
    }

    private static boolean hasOneNameForTwo(Keyspace.Mod mod) {
        return mod.resharding()
                .filter(other -> other.databases().overlaps(mod.databases()))
                .isPresent();
    }

    /** Of the databases of its shards, and of those that it is resharded into or from. */
    private static List<DatabasePattern> patterns(Keyspace keyspace) {
        return keyspace instanceof Keyspace.Sharded sharded ? sharded.allDatabases() : List.of();
    }

    private static Optional<String> clash(Keyspace a, Keyspace b) {
        if (a.name().equalsIgnoreCase(b.name())) {
            return Optional.of(a.name());
        }
        for (DatabasePattern pattern : patterns(a)) {
            if (pattern.shardIn(b.name()) >= 0) {
                return Optional.of(b.name());
            }
        }
        for (DatabasePattern pattern : patterns(b)) {
            if (pattern.shardIn(a.name()) >= 0) {
                return Optional.of(a.name());
            }
        }
        for (DatabasePattern pattern : patterns(a)) {
            if (!pattern.equals(UNKNOWN) && patterns(b).stream().anyMatch(pattern::overlaps)) {
                return Optional.of(pattern.databaseOf(new ShardId(0)));
            }
        }
        return Optional.empty();
    }
}
