package io.pinion.integration.compose;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.yaml.snakeyaml.Yaml;

/** A compose file of docker/, as Compose reads it: merge keys are resolved. */
record ComposeFile(Map<?, ?> root) {
    static final Path DIRECTORY = Path.of("../docker");

    static ComposeFile read(String name) throws IOException {
        try (Reader in = Files.newBufferedReader(DIRECTORY.resolve(name))) {
            Map<?, ?> root = new Yaml().load(in);
            return new ComposeFile(root);
        }
    }

    /** The names of a part of the file: {@code services} or {@code volumes}. */
    Collection<String> names(String part) {
        return keys(map(root, part));
    }

    Map<?, ?> service(String name) {
        return map(map(root, "services"), name);
    }

    /** A service's environment. */
    Map<String, String> environment(String service) {
        Map<String, String> variables = new TreeMap<>();
        map(service(service), "environment").forEach((name, value) -> variables.put("" + name, "" + value));
        return variables;
    }

    /** The services that one needs. */
    Collection<String> dependencies(String service) {
        return switch (service(service).get("depends_on")) {
            case null -> new TreeSet<>();
            case Map<?, ?> conditions -> keys(conditions);
            case Collection<?> names -> texts(names);
            case Object other -> throw new IllegalArgumentException(other.toString());
        };
    }

    /** The items of a list of a service; none without it. */
    Collection<String> list(String service, String name) {
        return service(service).get(name) instanceof Collection<?> items ? texts(items) : new TreeSet<>();
    }

    private static Collection<String> texts(Collection<?> items) {
        return items.stream().map(String::valueOf).toList();
    }

    private static Collection<String> keys(Map<?, ?> map) {
        return texts(map.keySet());
    }

    private static Map<?, ?> map(Map<?, ?> parent, String name) {
        return (Map<?, ?>) Objects.requireNonNull(parent.get(name), name);
    }
}
