package io.pinion.routing.rewrite;

import java.util.List;

/**
 * A text with edits applied.
 *
 * @param sql not to be changed
 * @param arguments of its {@code ?}, in their order
 */
public record Rewritten(byte[] sql, List<Argument> arguments) {
    public Rewritten {
        arguments = List.copyOf(arguments);
    }
}
