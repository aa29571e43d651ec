package io.pinion.routing.catalog;

import io.pinion.routing.function.ShardFunctions;
import java.nio.charset.StandardCharsets;

/**
 * What an id consists of, and the shards of a key. {@code bin/pinion} runs this source as it is in a checkout that isn't
 * built, so that it needs nothing but Java.
 */
public final class Decoder {
    private static final int USUAL_SHARDS = 4096;

    private Decoder() {}

    /** Takes {@code id ID} or {@code key KEY}. */
    public static void main(String[] words) {
        try {
            System.out.print(words[0].equals("id") ? partsOf(GlobalId.parse(words[1])) : shardsOf(words[1]));
        } catch (IllegalArgumentException e) {
            System.err.println("pinion: " + e.getMessage() + ", so it is no id");
            System.exit(1);
        }
    }

    /** A line for each part of an id. */
    public static String partsOf(GlobalId id) {
        return """
                id        %s
                shard     %s
                type      %s
                local id  %s
                """.formatted(id, id.shard(), id.type(), id.local());
    }

    private static String shardsOf(String key) {
        StringBuilder lines = new StringBuilder("hash         shard of " + USUAL_SHARDS + "\n");
        for (String name : ShardFunctions.names()) {
            int shard = ShardFunctions.byName(name)
                    .orElseThrow()
                    .shardOf(key.getBytes(StandardCharsets.UTF_8), USUAL_SHARDS);
            lines.append("%-12s %d%n".formatted(name, shard));
        }
        return lines.toString();
    }
}
