package io.pinion.config.source;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.JsonText;
import io.pinion.config.document.Problems;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
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

    /** A proxy with no such settings. */
    public RegisteredProxy(
            String name,
            String address,
            String version,
            Instant startedAt,
            long adopted,
            long served,
            long learned,
            String process,
            Optional<Set<String>> silent) {
        this(name, address, version, startedAt, adopted, served, learned, process, silent, Set.of());
    }

    /** The same proxy when new statements begin under another generation. */
    public RegisteredProxy withAdopted(long begun) {
        return new RegisteredProxy(
                name, address, version, startedAt, begun, served, learned, process, silent, settings);
    }

    /** The same proxy when every statement is under another generation. */
    public RegisteredProxy withServed(long generation) {
        return new RegisteredProxy(
                name,
                address,
                version,
                startedAt,
                Math.max(adopted, generation),
                generation,
                learned,
                process,
                silent,
                settings);
    }

    /** The same proxy when it has read the tables of another generation. */
    public RegisteredProxy withLearned(long generation) {
        return new RegisteredProxy(
                name, address, version, startedAt, adopted, served, generation, process, silent, settings);
    }

    /** The same proxy when it finds these primaries dead. */
    public RegisteredProxy withSilent(Set<String> servers) {
        return new RegisteredProxy(
                name, address, version, startedAt, adopted, served, learned, process, Optional.of(servers), settings);
    }

    byte[] toBytes() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("address", address);
        fields.put("version", version);
        fields.put("started_at", startedAt.toString());
        fields.put("adopted", adopted);
        fields.put("generation", served);
        fields.put("learned", learned);
        fields.put("process", process);
        silent.ifPresent(servers -> fields.put(SILENT, List.copyOf(new TreeSet<>(servers))));
        fields.put(SETTINGS, List.copyOf(new TreeSet<>(settings)));
        return JsonText.of(fields).getBytes(StandardCharsets.UTF_8);
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
