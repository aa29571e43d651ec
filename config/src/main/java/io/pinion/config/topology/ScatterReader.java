package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.Text;
import io.pinion.config.document.DurationText;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.NearestName;
import io.pinion.config.document.Problems;
import io.pinion.routing.catalog.ScatterPolicy;
import io.pinion.routing.catalog.ScatterPolicy.Rule;
import io.pinion.routing.catalog.ShardId;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
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

    static ScatterPolicy read(FieldReader owner, Problems problems) {
        DocumentNode node = owner.node("scatter").orElse(null);
        return switch (node) {
            case null -> ScatterPolicy.FREE;
            case Text text -> ofWord(text, problems);
            case Mapping mapping ->
                FieldReader.of(mapping, problems)
                        .map(fields -> ofFields(fields, problems))
                        .orElse(ScatterPolicy.FREE);
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

    private static ScatterPolicy ofWord(Text text, Problems problems) {
        Optional<Rule> rule = Rule.of(text.value());
        if (rule.isEmpty()) {
            problems.error(text, "unknown value " + text.value(), NearestName.cure(text.value(), WORDS));
        }
        return ScatterPolicy.of(rule.orElse(Rule.ALLOW));
    }

    private static ScatterPolicy ofFields(FieldReader fields, Problems problems) {
        Rule rule = Rule.of(fields.choice("policy", Rule.ALLOW.word(), WORDS)).orElse(Rule.ALLOW);
        ScatterPolicy policy = new ScatterPolicy(
                rule,
                fields.whole("max_shards", 1, ShardId.MAX + 1),
                fields.whole("max_rows", 1, Long.MAX_VALUE),
                time(fields, problems));
        fields.refuseOthers();
        if (rule == Rule.REFUSE && policy.hasLimits()) {
            problems.warning(
                    fields.mapping(),
                    "what is refused needs no limits",
                    "leave them out, or write \"policy\": \"warn\"");
        }
        return policy;
    }

    private static OptionalLong time(FieldReader fields, Problems problems) {
        Optional<DocumentNode> node = fields.node("max_time");
        Optional<String> text = node.flatMap(fields::asText);
        if (node.isEmpty() || text.isEmpty()) {
            return OptionalLong.empty();
        }
        long millis = DurationText.parse(text.get()).map(Duration::toMillis).orElse(0L);
        if (millis < 1 || millis > MAX_MILLIS) {
            problems.error(
                    node.get(), "'" + text.get() + "' is no time from 1ms to 30d", "write for example 500ms or 10s");
            return OptionalLong.empty();
        }
        return OptionalLong.of(millis);
    }

    /** Writes the policy into an owner's fields as {@link #read} reads it. */
    static void write(ScatterPolicy policy, Map<String, Object> owner) {
        if (policy.isFree()) {
            return;
        }
        if (!policy.hasLimits()) {
            owner.put("scatter", policy.rule().word());
            return;
        }
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("policy", policy.rule().word());
        policy.maxShards().ifPresent(most -> fields.put("max_shards", most));
        policy.maxRows().ifPresent(most -> fields.put("max_rows", most));
        policy.maxTimeMillis().ifPresent(most -> fields.put("max_time", DurationText.of(Duration.ofMillis(most))));
        owner.put("scatter", fields);
    }
}
