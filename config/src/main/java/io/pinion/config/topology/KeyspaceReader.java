package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Field;
import io.pinion.config.document.DocumentNode.Flag;
import io.pinion.config.document.DocumentNode.Whole;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.NearestName;
import io.pinion.config.document.Problems;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.Importing;
import io.pinion.routing.catalog.Keyspace;
import io.pinion.routing.catalog.RangeTable;
import io.pinion.routing.catalog.Resharding;
import io.pinion.routing.catalog.ShardId;
import io.pinion.routing.catalog.Table;
import io.pinion.routing.catalog.TransactionMode;
import io.pinion.routing.function.KeyEncoding;
import io.pinion.routing.function.ShardFunction;
import io.pinion.routing.function.ShardFunctions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads {@code keyspaces}: the kinds, their shard databases, and how a mod keyspace hashes its keys. */
final class KeyspaceReader {
    private static final Set<String> KINDS = Set.of("id", "mod", "single");
    private static final Set<String> TRANSACTION_MODES =
            Stream.of(TransactionMode.values()).map(TransactionMode::word).collect(Collectors.toUnmodifiableSet());
    private static final int DEFAULT_MOD_SHARDS = 4096;

    private final Pairs pairs;
    private final Problems problems;
    private final RangeReader ranges;
    private final DatabaseNames databaseNames;
    private final Map<String, Keyspace> keyspaces = new LinkedHashMap<>();
    private final Map<String, Map<String, Integer>> knownAnswers = new LinkedHashMap<>();
    private final Set<String> names = new LinkedHashSet<>();

    /** Where a keyspace says that it has its rows from the home pair. */
    private final List<DocumentNode> imports = new ArrayList<>();

    KeyspaceReader(Pairs pairs, Problems problems) {
        this.pairs = pairs;
        this.problems = problems;
        this.ranges = new RangeReader(pairs, problems);
        this.databaseNames = new DatabaseNames(problems);
    }

    void readAll(FieldReader root) {
        for (Field field : root.entries("keyspaces")) {
            names.add(field.name());
            databaseNames.checkKeyspaceName(field);
            root.asObject(field.value())
                    .flatMap(reader -> keyspace(field.name(), reader))
                    .ifPresent(keyspace -> {
                        databaseNames.refuseClash(keyspace, field.value());
                        keyspaces.put(keyspace.name(), keyspace);
                    });
        }
    }

    Map<String, Keyspace> keyspaces() {
        return keyspaces;
    }

    Map<String, Map<String, Integer>> knownAnswers() {
        return knownAnswers;
    }

    /** The names of all keyspaces, those with problems included: a reference to one of these is no further mistake. */
    Set<String> names() {
        return names;
    }

    private Optional<Keyspace> keyspace(String name, FieldReader reader) {
        if (reader.required("kind", "write \"kind\": \"id\", \"mod\" or \"single\"")
                .isEmpty()) {
            return Optional.empty();
        }
        Optional<Keyspace> keyspace =
                switch (reader.choice("kind", "", KINDS)) {
                    case "id" -> id(name, reader);
                    case "mod" -> mod(name, reader);
                    case "single" -> single(name, reader);
                    default -> Optional.empty();
                };
        if (keyspace.isPresent()) {
            reader.refuseOthers();
        }
        return keyspace;
    }

    private Optional<Keyspace> id(String name, FieldReader reader) {
        DatabasePattern pattern = pattern(reader, "db%05d");
        RangeTable table = ranges.read(reader, ShardId.MAX + 1);
        Map<String, Table> tables = new TableReader(ShardId.MAX + 1, problems).read(reader, Optional.empty());
        return Optional.of(new Keyspace.Id(
                name, pattern, table, tables, transactions(reader), ScatterReader.read(reader), importing(reader)));
    }

    private Optional<Keyspace> mod(String name, FieldReader reader) {
        DatabasePattern pattern = pattern(reader, name + "%05d");
        int shards = reader.whole("shards", DEFAULT_MOD_SHARDS, 1, ShardId.MAX + 1);
        RangeTable table = modRanges(reader, shards);
        ShardFunction function = function(reader);
        KeyEncoding encoding = encoding(reader);
        Map<String, Table> tables = new TableReader(shards, problems).read(reader, Optional.of(encoding));
        proveKnownAnswers(name, reader, function, encoding, shards);
        return Optional.of(new Keyspace.Mod(
                name,
                pattern,
                table,
                tables,
                shards,
                function,
                encoding,
                transactions(reader),
                ScatterReader.read(reader),
                importing(reader),
                resharding(name, reader)));
    }

    /** The other shards of a keyspace that gets another number of them, or another hash. */
    private Optional<Resharding> resharding(String name, FieldReader keyspace) {
        return keyspace.object("resharding").map(reader -> {
            DatabasePattern pattern = pattern(reader, name + "_1024_%05d");
            int shards = reader.whole("shards", DEFAULT_MOD_SHARDS, 1, ShardId.MAX + 1);
            RangeTable table = modRanges(reader, shards);
            Resharding other = new Resharding(pattern, table, shards, function(reader), reader.flag("former", false));
            reader.refuseOthers();
            return other;
        });
    }

    /** Earlier versions wrote {@code true} for a database at home. */
    private Optional<Importing> importing(FieldReader reader) {
        Optional<DocumentNode> node = reader.node("importing");
        Optional<Importing> importing = node.isPresent() && node.get() instanceof Flag flag
                ? Optional.of(Importing.AT_HOME).filter(home -> flag.value())
                : node.flatMap(reader::asObject).map(this::importedFrom);
        importing.filter(from -> from.pair().isEmpty()).flatMap(from -> node).ifPresent(imports::add);
        return importing;
    }

    private Importing importedFrom(FieldReader reader) {
        Optional<String> pair = reader.node("pair").flatMap(node -> pairs.named(node, reader));
        boolean handedOver = reader.flag("handed_over", false);
        reader.refuseOthers();
        return new Importing(pair, handedOver);
    }

    /** Without a home pair, no database has the name that clients go on using. */
    void refuseImports() {
        imports.forEach(
                where -> problems.error(
                        where,
                        "it doesn't say from which pair rows are imported, and there is no home pair",
                        "name the pair (\"importing\": {\"pair\": …}), or leave \"importing\" out: clients use the shards then"));
    }

    private Optional<Keyspace> single(String name, FieldReader reader) {
        return reader.required("pair", "name the pair that the database lives on")
                .flatMap(node -> pairs.named(node, reader))
                .map(pair -> new Keyspace.Single(name, pair, transactions(reader)));
    }

    private static TransactionMode transactions(FieldReader reader) {
        String word = reader.choice("transactions", TransactionMode.DEFAULT.word(), TRANSACTION_MODES);
        return TransactionMode.of(word).orElse(TransactionMode.DEFAULT);
    }

    private DatabasePattern pattern(FieldReader reader, String example) {
        return reader.required("database", "name the shard databases, for example \"database\": \"" + example + "\"")
                .flatMap(databaseNames::pattern)
                .orElse(DatabaseNames.UNKNOWN);
    }

    /** A key hashes to every shard, so a gap means errors for a part of all keys. */
    private RangeTable modRanges(FieldReader reader, int shards) {
        RangeTable table = ranges.read(reader, shards);
        int next = 0;
        for (var range : table.ranges()) {
            warnOfGap(reader, next, range.first() - 1);
            next = range.last() + 1;
        }
        warnOfGap(reader, next, shards - 1);
        return table;
    }

    private static void warnOfGap(FieldReader reader, int first, int last) {
        if (first <= last) {
            reader.warn(
                    reader.mapping(),
                    (first == last ? "shard " + first + " is" : "shards " + first + " to " + last + " are")
                            + " in no range: keys that hash there are refused",
                    "cover 0 to shards - 1");
        }
    }

    private static ShardFunction function(FieldReader reader) {
        return reader.node("hash")
                .flatMap(node -> reader.asNameOf("hash", node, ShardFunctions.names()))
                .or(() -> Optional.of("md5"))
                .flatMap(ShardFunctions::byName)
                .orElseThrow();
    }

    private static KeyEncoding encoding(FieldReader reader) {
        boolean foldLower =
                reader.choice("fold", "none", Set.of("none", "lower")).equals("lower");
        Optional<DocumentNode> node = reader.node("key_charset");
        String name = reader.text("key_charset", "utf8mb4").toLowerCase(Locale.ROOT);
        if (!KeyEncoding.CHARSETS.contains(name)) {
            reader.wrong(
                    node.orElseThrow(),
                    "there is no key charset called " + name,
                    NearestName.cure(name, KeyEncoding.CHARSETS));
            return new KeyEncoding(KeyEncoding.UTF8.charset(), foldLower);
        }
        return new KeyEncoding(name, foldLower);
    }

    /**
     * Proves {@code checks}: a wrong hash would silently read an empty shard, so the document may state the shards of
     * some keys.
     */
    private void proveKnownAnswers(
            String keyspace, FieldReader reader, ShardFunction function, KeyEncoding encoding, int shards) {
        Map<String, Integer> answers = new LinkedHashMap<>();
        for (Field check : reader.entries("checks")) {
            Optional<byte[]> bytes = encoding.bytesOf(check.name());
            if (bytes.isEmpty()) {
                reader.wrong(
                        check.value(),
                        "'" + check.name() + "' has a character that " + encoding.charset() + " lacks",
                        "take another key, or another key_charset");
                continue;
            }
            byte[] key = bytes.get();
            int computed = function.shardOf(key, shards);
            if (!(check.value() instanceof Whole stated)) {
                reader.expected(check.value(), "a shard number", "");
            } else if (stated.value() != computed) {
                reader.wrong(
                        check.value(),
                        "'" + check.name() + "' hashes to shard " + computed + " by " + function.name() + ", not "
                                + stated.value(),
                        cureOfHash(key, stated.value(), shards));
            } else {
                answers.put(check.name(), computed);
            }
        }
        if (!answers.isEmpty()) {
            knownAnswers.put(keyspace, answers);
        }
    }

    private static String cureOfHash(byte[] key, long stated, int shards) {
        for (String name : ShardFunctions.names()) {
            int shard = ShardFunctions.byName(name).orElseThrow().shardOf(key, shards);
            if (shard == stated) {
                return "\"hash\": \"" + name + "\" gives " + stated;
            }
        }
        return "no hash that Pinion knows gives " + stated + " of " + shards + " shards";
    }
}
