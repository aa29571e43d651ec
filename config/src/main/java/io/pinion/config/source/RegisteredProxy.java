package io.pinion.config.source;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.JsonFields;
import io.pinion.config.document.JsonText;
import io.pinion.config.document.Problems;
import io.pinion.config.document.RecordCopy;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * One proxy as its node in ZooKeeper states it.
 *
 * @param name unique in the cluster, such as {@code host:port}
 * @param address the address that clients connect to
 * @param version of Pinion
 * @param adopted the generation that new statements begin under
 * @param served the generation that every running statement is under, or a later one
 * @param learned the generation whose tables it has read from the servers, as far as they answered
 * @param process the name of the process in transactions that it commits in two phases; no other process ever has the
 *     same
 * @param silent the primaries that it finds dead; empty when it takes no part in automatic promotions, and so wouldn't
 *     stop by itself when it is cut off
 * @param settings those of its settings with which another proxy may have begun an operation, such as {@code
 *     exports.directory=/srv/exports}; none of a proxy of an earlier version
 */
public record RegisteredProxy(
        String name,
        String address,
        String version,
        Instant startedAt,
        long adopted,
        long served,
        long learned,
        String process,
        Optional<Set<String>> silent,
        Set<String> settings) {
    private static final String SILENT = "silent_primaries";
    private static final String SETTINGS = "settings";

    private static final Pattern NAME = Pattern.compile("[^/\\s\\p{Cntrl}]{1,200}");

    public RegisteredProxy {
        if (!NAME.matcher(name).matches() || name.startsWith(".")) {
            throw new IllegalArgumentException("'" + name + "' is no name for a proxy");
        }
        silent = silent.map(Set::copyOf);
        settings = Set.copyOf(settings);
    }

    /** The same proxy when new statements begin under another generation. */
    public RegisteredProxy withAdopted(long begun) {
        return RecordCopy.of(this, Map.of("adopted", begun));
    }

    /** The same proxy when every statement is under another generation. */
    public RegisteredProxy withServed(long generation) {
        return RecordCopy.of(this, Map.of("adopted", Math.max(adopted, generation), "served", generation));
    }

    /** The same proxy when it has read the tables of another generation. */
    public RegisteredProxy withLearned(long generation) {
        return RecordCopy.of(this, Map.of("learned", generation));
    }

    /** The same proxy when it finds these primaries dead. */
    public RegisteredProxy withSilent(Set<String> servers) {
        return RecordCopy.of(this, Map.of("silent", Optional.of(servers)));
    }

    byte[] toBytes() {
        return JsonText.of(new JsonFields()
                        .with("address", address)
                        .with("version", version)
                        .with("started_at", startedAt.toString())
                        .with("adopted", adopted)
                        .with("generation", served)
                        .with("learned", learned)
                        .with("process", process)
                        .with(SILENT, silent.map(TreeSet::new))
                        .with(SETTINGS, new TreeSet<>(settings)))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Empty for a node that another program wrote; a field that a later Pinion adds is ignored. */
    static Optional<RegisteredProxy> of(String name, byte[] bytes) {
        Problems problems = new Problems();
        Optional<DocumentNode> root = DocumentParser.json().parse(new String(bytes, StandardCharsets.UTF_8), problems);
        Optional<RegisteredProxy> proxy = root.flatMap(node -> FieldReader.of(node, problems))
                .map(reader -> new RegisteredProxy(
                        name,
                        reader.requiredText("address", ""),
                        reader.text("version", ""),
                        instant(reader.text("started_at", "")),
                        reader.whole("adopted", 0, Long.MAX_VALUE).orElse(0),
                        reader.whole("generation", 0, Long.MAX_VALUE).orElse(0),
                        reader.whole("learned", 0, Long.MAX_VALUE).orElse(0),
                        reader.text("process", ""),
                        reader.node(SILENT).map(stated -> Set.copyOf(reader.texts(SILENT))),
                        Set.copyOf(reader.texts(SETTINGS))));
        return problems.hasErrors() ? Optional.empty() : proxy;
    }

    private static Instant instant(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeParseException unknown) {
            return Instant.EPOCH;
        }
    }
}
