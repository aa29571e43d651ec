package io.pinion.config.topology;

import static org.assertj.core.api.Assertions.assertThat;

import io.pinion.config.document.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What {@code docs/topology.md} shows is right, and nothing that a document may say is missing there. */
class TopologyPageTest {
    private static final Pattern EXAMPLE = Pattern.compile("```json\n(.*?)```", Pattern.DOTALL);
    private static final Pattern FIELD = Pattern.compile("^\\| `([a-z_]+)` \\|", Pattern.MULTILINE);
    private static final Pattern KNOWN = Pattern.compile("known are ([a-z0-9_, ]+)");

    private final String page = Files.readString(Path.of("../docs/topology.md"));

    TopologyPageTest() throws IOException {}

    @Test
    void theExamplesAreAccepted() {
        List<String> examples = new ArrayList<>();
        Matcher matcher = EXAMPLE.matcher(page);
        while (matcher.find()) {
            examples.add(matcher.group(1));
        }
        assertThat(examples).hasSize(2);
        Topology whole = TopologyReaderTest.accepted(examples.get(0));
        assertThat(new TopologyReader().read(examples.get(0)).problems()).isEmpty();
        assertThat(whole.keyspaces()).containsOnlyKeys("pinterest", "lookup", "legacy");
        assertThat(TopologyReaderTest.accepted(examples.get(1)).homePair()).contains("only");
    }

    /** A field that nobody knows makes each reader list those that it knows. */
    @Test
    void everyFieldIsExplained() {
        Set<String> documented =
                new TreeSet<>(Set.of("host", "port", "native", "sha2", "caching_sha2", "master", "slave"));
        Matcher fields = FIELD.matcher(page);
        while (fields.find()) {
            documented.add(fields.group(1));
        }
        assertThat(documented).containsAll(knownFields());
    }

    private static Set<String> knownFields() {
        String tables = """
                "object": {"kind": "object", "type": 1, "qqqqqqqq": 1},
                "mapping": {"kind": "mapping", "from": "f", "qqqqqqqq": 1},
                "reference": {"kind": "reference", "qqqqqqqq": 1},
                "single": {"kind": "single", "shard": 0, "qqqqqqqq": 1}
                """;
        Reading reading = new TopologyReader().read("""
                        {"qqqqqqqq": 1, "cluster": "c", "servers": {"a": {"host": "h", "qqqqqqqq": 1}},
                         "pairs": {"p": {"primary": "a", "qqqqqqqq": 1}},
                         "keyspaces": {
                           "id": {"kind": "id", "database": "a%%d", "qqqqqqqq": 1, "tables": {%s},
                             "ranges": [{"range": [0, 0], "pair": "p", "qqqqqqqq": 1}]},
                           "mod": {"kind": "mod", "database": "b%%d", "qqqqqqqq": 1, "ranges": [],
                             "tables": {"hashed": {"key": "k", "qqqqqqqq": 1}}},
                           "single": {"kind": "single", "pair": "p", "qqqqqqqq": 1}},
                         "users": {"u": {"password_hash": {"qqqqqqqq": 1}, "keyspaces": ["*"], "qqqqqqqq": 1}},
                         "accounts": {"data": {"user": "u", "secret": "env:X", "qqqqqqqq": 1}}}
                        """.formatted(tables));
        Set<String> known = new TreeSet<>();
        int readers = 0;
        for (Problem problem : reading.problems()) {
            Matcher list = KNOWN.matcher(problem.cure());
            if (problem.what().contains("qqqqqqqq") && list.find()) {
                readers++;
                known.addAll(List.of(list.group(1).split(", ")));
            }
        }
        assertThat(readers).isEqualTo(15);
        return known;
    }
}
