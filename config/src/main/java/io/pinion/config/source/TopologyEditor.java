package io.pinion.config.source;

import io.pinion.config.change.Author;
import io.pinion.config.change.HistoryEntry;
import io.pinion.config.document.DocumentNode.Mapping;
import io.pinion.config.document.DocumentNode.Whole;
import io.pinion.config.document.DocumentParser;
import io.pinion.config.document.Problem;
import io.pinion.config.document.Problems;
import io.pinion.config.source.TopologyStore.StoreUnavailable;
import io.pinion.config.source.TopologyStore.StoredDocument;
import io.pinion.config.source.TopologyStore.VersionConflict;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.config.topology.TopologyWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * Changes the stored document: validates it, counts its generation up and writes it canonically, all or nothing. Blocks
 * on I/O.
 */
public final class TopologyEditor {
    private static final int ATTEMPTS = 20;

    private final TopologyStore store;
    private final Author author;

    /** An editor whose changes are in the history without an author. */
    public TopologyEditor(TopologyStore store) {
        this(store, Author.UNKNOWN);
    }

    /** @param author stands in the history of the changes */
    public TopologyEditor(TopologyStore store, Author author) {
        this.store = store;
        this.author = author;
    }

    /** The result of a change. */
    public sealed interface Outcome {
        /** @param warnings problems that somebody should look at */
        record Written(Topology topology, long version, List<Problem> warnings) implements Outcome {}

        record Refused(List<Problem> problems) implements Outcome {
            /** All problems, on one line. */
            public String text() {
                return problems.stream().map(Problem::toString).collect(Collectors.joining("; "));
            }
        }
    }

    /**
     * Stores the document in place of the present one. Its generation becomes one more than the stored one's, unless it
     * states a higher one itself.
     *
     * @param basedOn the generation that the document's writer started from; when the stored one is another by now,
     *     nothing is written
     * @throws VersionConflict when another writer has changed the document
     */
    public Outcome set(String json, OptionalLong basedOn) throws VersionConflict, StoreUnavailable {
        Optional<StoredDocument> stored = store.read();
        return set(json, basedOn, stored, stored.flatMap(TopologyEditor::topologyOf));
    }

    /** @param before for the history; the one in {@code stored} unless nothing is written */
    private Outcome set(String json, OptionalLong basedOn, Optional<StoredDocument> stored, Optional<Topology> before)
            throws VersionConflict, StoreUnavailable {
        long storedGeneration = stored.map(TopologyEditor::generationOf).orElse(0L);
        if (basedOn.isPresent() && basedOn.getAsLong() != storedGeneration) {
            throw new VersionConflict("the stored document has generation " + storedGeneration
                    + ", the change is based on " + basedOn.getAsLong() + "; get it again and repeat the change");
        }
        return switch (new TopologyReader().read(json)) {
            case Reading.Refused refused -> new Outcome.Refused(refused.problems());
            case Reading.Accepted accepted -> {
                Topology topology = accepted.topology();
                Topology counted = topology.withGeneration(Math.max(storedGeneration + 1, topology.generation()));
                OptionalLong version =
                        stored.stream().mapToLong(StoredDocument::version).findAny();
                String text = new TopologyWriter().write(counted);
                long written =
                        store.replace(version, text, Optional.of(HistoryEntry.of(author, before, counted, text)));
                yield new Outcome.Written(counted, written, accepted.problems());
            }
        };
    }

    /**
     * Changes the stored topology even while others change it: after each conflict the change is applied to the new
     * document.
     *
     * @param change gives the new topology; the same one when there is nothing to do, and then nothing is written
     * @param above the generation that runs, which that of a file without any is counted up from; the new one is higher
     * @return the topology that is stored now
     * @throws VersionConflict when others were faster each time
     */
    public Outcome change(UnaryOperator<Topology> change, long above) throws VersionConflict, StoreUnavailable {
        return edited(before -> new Reading.Accepted(change.apply(before), List.of()), above);
    }

    /**
     * Applies edits to the stored document, to the new one after each conflict. A result with errors is refused, and
     * nothing is written.
     *
     * @param patch as of {@link #change}; an edit may refuse the document as it is
     * @param above the generation that runs; the new one is higher
     */
    public Outcome edited(Function<Topology, Reading> patch, long above) throws VersionConflict, StoreUnavailable {
        return retried(() -> {
            StoredDocument stored =
                    store.read().orElseThrow(() -> new StoreUnavailable("there is no topology document to change"));
            return switch (new TopologyReader().read(stored.json())) {
                case Reading.Refused refused -> new Outcome.Refused(refused.problems());
                case Reading.Accepted accepted -> edited(stored, accepted, patch, above);
            };
        });
    }

    /** A change that a faster writer may come before. */
    private interface ContestedChange {
        Outcome make() throws VersionConflict, StoreUnavailable;
    }

    private static Outcome retried(ContestedChange attempt) throws VersionConflict, StoreUnavailable {
        for (int left = ATTEMPTS - 1; left > 0; left--) {
            try {
                return attempt.make();
            } catch (VersionConflict faster) {
                // Made again on top of what the faster one wrote.
            }
        }
        return attempt.make();
    }

    private Outcome edited(
            StoredDocument stored, Reading.Accepted accepted, Function<Topology, Reading> patch, long above)
            throws VersionConflict, StoreUnavailable {
        Topology before = accepted.topology();
        return switch (patch.apply(before)) {
            case Reading.Refused refused -> new Outcome.Refused(refused.problems());
            case Reading.Accepted(Topology after, List<Problem> problems) -> {
                if (after.equals(before)) {
                    yield new Outcome.Written(before, stored.version(), accepted.problems());
                }
                Topology counted = after.withGeneration(Math.max(above, before.generation()) + 1);
                yield set(
                        new TopologyWriter().write(counted),
                        OptionalLong.of(before.generation()),
                        Optional.of(stored),
                        Optional.of(before));
            }
        };
    }

    /**
     * The topology that is stored now, which may be later than the one that runs.
     *
     * @throws StoreUnavailable also when the document is missing or has errors
     */
    public Topology current() throws StoreUnavailable {
        StoredDocument stored = store.read().orElseThrow(() -> new StoreUnavailable("there is no topology document"));
        return switch (new TopologyReader().read(stored.json())) {
            case Reading.Accepted accepted -> accepted.topology();
            case Reading.Refused refused ->
                throw new StoreUnavailable("the stored topology has errors (SHOW TOPOLOGY STATUS): "
                        + refused.problems().getFirst());
        };
    }

    /**
     * Stores a topology if the stored one is still the one that it was made from. Unlike {@link #change}, it never
     * builds on a document that others have written since then.
     *
     * @param seen as {@link #current} gave it
     * @param next the new topology, which may be the same: then only the generation changes
     * @param above the generation that runs; the new one is higher
     * @throws VersionConflict when anything was written since {@code seen}; nothing is written then
     */
    public Outcome replace(Topology seen, Topology next, long above) throws VersionConflict, StoreUnavailable {
        Topology counted = next.withGeneration(Math.max(above, seen.generation()) + 1);
        return set(
                new TopologyWriter().write(counted),
                OptionalLong.of(seen.generation()),
                store.read(),
                Optional.of(seen));
    }

    /**
     * Stores the present topology with a higher generation, so that a writer that has read it before gets a conflict.
     *
     * @param above the generation that runs; the new one is higher
     * @throws VersionConflict when others were faster each time
     * @throws StoreUnavailable also when the document is missing or has errors
     */
    public Outcome countUp(long above) throws VersionConflict, StoreUnavailable {
        return retried(() -> {
            Topology seen = current();
            return replace(seen, seen, above);
        });
    }

    private static Optional<Topology> topologyOf(StoredDocument stored) {
        return new TopologyReader().read(stored.json()) instanceof Reading.Accepted accepted
                ? Optional.of(accepted.topology())
                : Optional.empty();
    }

    /**
     * The generation, also of a document that is refused: its replacement must count on from it. 0 when it states none.
     */
    private static long generationOf(StoredDocument stored) {
        return DocumentParser.json()
                .parse(stored.json(), new Problems())
                .filter(Mapping.class::isInstance)
                .flatMap(root -> ((Mapping) root).field("generation"))
                .map(generation -> generation instanceof Whole whole ? whole.value() : 0L)
                .orElse(0L);
    }
}
