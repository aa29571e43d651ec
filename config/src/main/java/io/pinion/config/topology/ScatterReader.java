package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.DurationText;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.JsonFields;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.catalog.ScatterPolicy.Rule;
import io.pinion.routing.catalog.ShardId;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads and writes {@code scatter} of keyspaces and users: a rule, or one with limits. */
final class ScatterReader {
    private static final Set<String> WORDS =
            Stream.of(Rule.values()).map(Rule::word).collect(Collectors.toUnmodifiableSet());
    private static final long MAX_MILLIS = Duration.ofDays(30).toMillis();

    private ScatterReader() {}

    static ScatterPolicy read(FieldReader owner) {
        DocumentNode node = owner.node("scatter").orElse(null);
        return switch (node) {
            case null -> ScatterPolicy.FREE;
            case Text text -> ScatterPolicy.of(rule("scatter", owner));
            case Mapping mapping ->
                owner.asObject(mapping).map(ScatterReader::ofFields).orElse(ScatterPolicy.FREE);
            default -> {
                owner.expected(
                        node,
                        "a word or an object",
                        "write \"warn\", or {\"policy\": \"warn\", \"max_shards\": 64, \"max_rows\": 100000,"
                                + " \"max_time\": \"5s\"}");
                yield ScatterPolicy.FREE;
            }
        };
    }

    private static Rule rule(String field, FieldReader fields) {
        return Rule.of(fields.choice(field, Rule.ALLOW.word(), WORDS)).orElse(Rule.ALLOW);
    }

    private static ScatterPolicy ofFields(FieldReader fields) {
        Rule rule = rule("policy", fields);
        ScatterPolicy policy = new ScatterPolicy(
                rule,
                fields.whole("max_shards", 1, ShardId.MAX + 1),
                fields.whole("max_rows", 1, Long.MAX_VALUE),
                time(fields));
        fields.refuseOthers();
        if (rule == Rule.REFUSE && policy.hasLimits()) {
            fields.warn(
                    fields.mapping(),
                    "what is refused needs no limits",
                    "leave them out, or write \"policy\": \"warn\"");
        }
        return policy;
    }

    private static OptionalLong time(FieldReader fields) {
        Optional<DocumentNode> node = fields.node("max_time");
        Optional<String> text = node.flatMap(fields::asText);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        long millis = DurationText.parse(text.get()).map(Duration::toMillis).orElse(0L);
        if (millis < 1 || millis > MAX_MILLIS) {
            fields.wrong(
                    node.orElseThrow(),
                    "'" + text.get() + "' is no time from 1ms to 30d",
                    "write for example 500ms or 10s");
            return OptionalLong.empty();
        }
        return OptionalLong.of(millis);
    }

    /** The policy as {@link #read} reads it; empty for one that no document states. */
    static Optional<?> written(ScatterPolicy policy) {
        if (policy.isFree()) {
            return Optional.empty();
        }
        String rule = policy.rule().word();
        return policy.hasLimits()
                ? Optional.of(new JsonFields()
                        .with("policy", rule)
                        .with("max_shards", limit(policy.maxShards()))
                        .with("max_rows", limit(policy.maxRows()))
                        .with(
                                "max_time",
                                limit(policy.maxTimeMillis()).map(most -> DurationText.of(Duration.ofMillis(most)))))
                : Optional.of(rule);
    }

    private static Optional<Long> limit(OptionalLong most) {
        return most.isPresent() ? Optional.of(most.getAsLong()) : Optional.empty();
    }
}
