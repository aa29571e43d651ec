package io.pinion.routing.catalog;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The policy for a scatter: a statement that goes to several shards because none of its conditions names the keys of
 * rows.
 *
 * @param rule whether such statements run at all
 * @param maxShards of one statement
 * @param maxRows that shards may answer with, or change, for one statement
 * @param maxTimeMillis of one statement, waiting included
 */
public record ScatterPolicy(Rule rule, OptionalLong maxShards, OptionalLong maxRows, OptionalLong maxTimeMillis) {
    /** The default of a keyspace and of a user. */
    public static final ScatterPolicy FREE =
            new ScatterPolicy(Rule.ALLOW, OptionalLong.empty(), OptionalLong.empty(), OptionalLong.empty());

    /** From the loosest to the strictest. */
    public enum Rule {
        ALLOW,
        /** Scatters run with a warning, to the client and in the log. */
        WARN,
        REFUSE;

        /** The rule's word in the topology. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Empty for an unknown word. */
        public static Optional<Rule> of(String word) {
            for (Rule rule : values()) {
                if (rule.word().equals(word)) {
                    return Optional.of(rule);
                }
            }
            return Optional.empty();
        }
    }

    /** The rule without limits. */
    public static ScatterPolicy of(Rule rule) {
        return new ScatterPolicy(rule, FREE.maxShards, FREE.maxRows, FREE.maxTimeMillis);
    }

    public boolean isFree() {
        return equals(FREE);
    }

    public boolean hasLimits() {
        return maxShards.isPresent() || maxRows.isPresent() || maxTimeMillis.isPresent();
    }

    /** The policy for a statement under both: the stricter rule, and of each limit the lower. */
    public ScatterPolicy strictest(ScatterPolicy other) {
        if (isFree() || other.isFree()) {
            return isFree() ? other : this;
        }
        return new ScatterPolicy(
                rule.compareTo(other.rule) >= 0 ? rule : other.rule,
                lower(maxShards, other.maxShards),
                lower(maxRows, other.maxRows),
                lower(maxTimeMillis, other.maxTimeMillis));
    }

    private static OptionalLong lower(OptionalLong one, OptionalLong other) {
        return one.isPresent() && one.getAsLong() <= other.orElse(Long.MAX_VALUE) ? one : other;
    }

    /** The policy in words: {@code warn, up to 64 shards, 10000 rows, 500 ms}. */
    public String words() {
        StringBuilder words = new StringBuilder(rule.word());
        String before = ", up to ";
        if (maxShards.isPresent()) {
            words.append(before).append(maxShards.getAsLong()).append(" shards");
            before = ", ";
        }
        if (maxRows.isPresent()) {
            words.append(before).append(maxRows.getAsLong()).append(" rows");
            before = ", ";
        }
        if (maxTimeMillis.isPresent()) {
            words.append(before).append(maxTimeMillis.getAsLong()).append(" ms");
        }
        return words.toString();
    }
}
