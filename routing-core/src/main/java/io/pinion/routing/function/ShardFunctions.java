package io.pinion.routing.function;

import java.util.List;
import java.util.Optional;

/** The list of functions that a topology may name; add a new one here. */
public final class ShardFunctions {
    private static final List<ShardFunction> ALL =
            List.of(new Md5Modulo(), new Md5NewlineModulo(), new Md5Hex15Modulo(), new Crc32Modulo());

    private ShardFunctions() {}

    public static Optional<ShardFunction> byName(String name) {
        return ALL.stream().filter(function -> function.name().equals(name)).findFirst();
    }

    public static List<String> names() {
        return ALL.stream().map(ShardFunction::name).toList();
    }
}
