package io.pinion.integration.rights;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.pinion.integration.testing.Dice;
import io.pinion.routing.catalog.DatabasePattern;
import io.pinion.routing.catalog.ShardId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Keyspaces and other databases whose names fit each other's patterns of shards.
 *
 * @param sharded by the keyspace's name, with shards 0 and 1
 * @param single keyspaces of one database
 * @param others databases that no keyspace names
 */
record DrawnNames(Map<String, DatabasePattern> sharded, List<String> single, List<String> others) {
    static DrawnNames of(Dice dice) {
        Map<String, DatabasePattern> sharded = new LinkedHashMap<>();
        int keyspaces = dice.between(1, 3);
        for (int number = 0; number < keyspaces; number++) {
            sharded.put(
                    "sharded" + number,
                    new DatabasePattern(
                            dice.oneOf("db", "d_b", "dxb", "d", "Db", "a-b", "test_", "e$e"),
                            dice.oneOf(List.of(0, 2, 3, 5)),
                            dice.oneOf("", "", "_s", "x")));
        }
        List<DatabasePattern> patterns = List.copyOf(sharded.values());
        Set<String> single = new LinkedHashSet<>();
        Set<String> others = new LinkedHashSet<>();
        for (int number = 0; number < 4; number++) {
            single.add(alike(dice, dice.oneOf(patterns), "a", "Z", "_", "%", "-", "\u00e9"));
            others.add(alike(dice, dice.oneOf(patterns), "b", "Y", "_", "%", "`", "'", "\u00e9", " x"));
        }
        others.removeIf(name -> single.stream().anyMatch(name::equalsIgnoreCase)
                || patterns.stream().anyMatch(pattern -> pattern.shardIn(name) >= 0));
        return new DrawnNames(sharded, List.copyOf(single), List.copyOf(others));
    }

    /** Like a shard's, of bytes or of letters, in one or the other case, or with another sign where the pattern has {@code _}. */
    private static String alike(Dice dice, DatabasePattern pattern, String... signs) {
        StringBuilder name = new StringBuilder();
        String shard = pattern.databaseOf(new ShardId(dice.below(9)));
        int digits =
                shard.length() - pattern.prefix().length() - pattern.suffix().length();
        for (int digit = 0; digit < digits; digit++) {
            String sign = dice.oneOf(signs);
            boolean bytes = sign.equals("\u00e9") && digit + 1 < digits && dice.chance(50);
            digit += bytes ? 1 : 0;
            name.append(sign);
        }
        String prefix = pattern.prefix();
        String drawn =
                dice.chance(20) ? prefix.replace('_', 'y') : dice.chance(10) ? prefix.toUpperCase(Locale.ROOT) : prefix;
        return drawn + name + pattern.suffix();
    }

    /** Puts these keyspaces beside the topology's own, in the place of those of an earlier draw. */
    void publishIn(ObjectNode keyspaces) {
        keyspaces.retain("shop", "pinterest");
        sharded.forEach((name, pattern) -> {
            ObjectNode keyspace = keyspaces.putObject(name).put("kind", "id").put("database", pattern.toString());
            ObjectNode range = keyspace.putArray("ranges").addObject();
            range.putArray("range").add(0).add(1);
            range.put("pair", "p");
            keyspace.putObject("tables");
        });
        single.forEach(name -> keyspaces.putObject(name).put("kind", "single").put("pair", "p"));
    }

    List<String> keyspaces() {
        return Stream.concat(sharded.keySet().stream(), single.stream()).toList();
    }

    List<String> databasesOfKeyspaces() {
        List<String> names = new ArrayList<>(single);
        sharded.values().forEach(pattern -> names.addAll(pattern.databasesOf(0, 1)));
        return names.stream().distinct().toList();
    }

    /** Whether rights on the keyspace are rights on the database. */
    boolean isOf(String keyspace, String database) {
        DatabasePattern pattern = sharded.get(keyspace);
        return pattern == null ? keyspace.equals(database) : pattern.shardIn(database) >= 0;
    }
}
