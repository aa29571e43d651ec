package io.pinion.config.source;

import io.pinion.config.document.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The status of a source, for {@code SHOW TOPOLOGY STATUS}, metrics and health.
 *
 * @param origin the source's name for people: {@code zookeeper zk1:2181/pinion/main} or {@code file /etc/pinion.json}
 * @param stateSince when {@code state} began
 * @param generation of the running topology
 * @param version of the document that it was read from, as the store counts; compare-and-set expects it
 * @param adoptedAt when the running topology was adopted
 * @param adoptedFrom the name, for people, of the place that the running topology was read from: the origin, or the
 *     saved copy; empty before the first topology
 * @param refused why the newest document is not the running one, in a sentence; empty when it is
 * @param problems of the newest document: errors when it was refused, warnings when it runs
 */
public record SourceStatus(
        String origin,
        State state,
        Instant stateSince,
        long generation,
        long version,
        Instant adoptedAt,
        String adoptedFrom,
        Optional<String> refused,
        List<Problem> problems) {

    public SourceStatus {
        problems = List.copyOf(problems);
    }

    /** Why the document doesn't run, then one problem a line: for a start that fails, which no SHOW can be asked of. */
    String refusal() {
        return Stream.concat(
                        Stream.of(origin + ": " + refused.orElse("no document")),
                        problems.stream().map(problem -> "  " + problem))
                .collect(Collectors.joining("\n"));
    }

    public enum State {
        /** The source answers. Its document runs, unless {@code refused} says otherwise. */
        CONNECTED,
        /** The source is away; the last topology goes on serving. */
        LOST,
        /** The source was away when Pinion started and still is; the copy saved on disk serves. */
        SAVED_COPY
    }
}
