package io.pinion.config.topology;

import io.pinion.config.document.DocumentNode;
import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.FieldReader;
import io.pinion.config.document.Problem;
import io.pinion.config.document.Problems;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Reads the topology document: JSON → {@link Topology}, or everything that is wrong with it at once.
 *
 * <p>{@code docs/topology.md} is the reference of the fields. Stateless; any thread may use it.
 */
public final class TopologyReader {

    /**
     * What is wrong with a topology that was put together without a document; which names may not stand beside each
     * other, say, is known here alone.
     *
     * @return all problems on one line; empty for none
     */
    public static Optional<String> objection(Topology made) {
        return new TopologyReader().read(new TopologyWriter().write(made)) instanceof Reading.Refused refused
                ? Optional.of(refused.problems().stream().map(Problem::toString).collect(Collectors.joining("; ")))
                : Optional.empty();
    }

    public Reading read(String json) {
        Problems problems = new Problems();
        return read(DocumentParser.json().parse(json, problems), problems);
    }

    /**
     * Reads a parsed document.
     *
     * @param document empty when parsing failed
     * @param problems of parsing; gets those of reading
     */
    Reading read(Optional<DocumentNode> document, Problems problems) {
        Optional<Topology> topology =
                document.flatMap(root -> FieldReader.of(root, problems)).map(root -> topology(root, problems));
        return topology.isEmpty() || problems.hasErrors()
                ? new Reading.Refused(problems.inOrder())
                : new Reading.Accepted(topology.get(), problems.inOrder());
    }

    /**
     * Reads servers first, then the parts that name them: each part reports the names that the parts before it don't
     * know.
     */
    private Topology topology(FieldReader root, Problems problems) {
        long generation = root.whole("generation", 1, Long.MAX_VALUE).orElse(0);
        String cluster = root.requiredText("cluster", "name the cluster, for example \"cluster\": \"main\"");
        Pairs pairs = Pairs.read(root, problems);
        KeyspaceReader keyspaces = new KeyspaceReader(pairs, problems);
        keyspaces.readAll(root);
        Optional<String> home = root.node("home").flatMap(node -> pairs.named(node, root));
        if (home.isEmpty()) {
            keyspaces.refuseImports();
        }
        AccessReader access = new AccessReader(keyspaces.names(), cluster, problems);
        access.readAll(root);
        new NameSharing(problems).check(root, keyspaces.keyspaces(), access.accounts());
        root.refuseOthers();
        return new Topology(
                generation,
                cluster,
                pairs.servers(),
                pairs.pairs(),
                keyspaces.keyspaces(),
                keyspaces.knownAnswers(),
                home,
                access.users(),
                access.accounts());
    }
}
