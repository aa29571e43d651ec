package io.pinion.config.change;

import io.pinion.config.change.EditedDocument.EditRefused;
import io.pinion.config.document.Problem;
import io.pinion.config.document.Problem.Severity;
import io.pinion.config.topology.Reading;
import io.pinion.config.topology.Topology;
import io.pinion.config.topology.TopologyReader;
import io.pinion.config.topology.TopologyWriter;
import java.util.List;
import java.util.OptionalLong;

/**
 * Edits of the topology document that are done together or not at all. They are applied to its canonical text, as
 * {@code pinion topology get} prints it after any change by Pinion; the result is read as a document is.
 *
 * @param basedOn the generation that the edits were made for; a document of another one is refused
 */
public record TopologyPatch(List<DocumentEdit> edits, OptionalLong basedOn) {
    public TopologyPatch {
        edits = List.copyOf(edits);
    }

    /** Edits of whatever document is stored. */
    public static TopologyPatch of(DocumentEdit... edits) {
        return new TopologyPatch(List.of(edits), OptionalLong.empty());
    }

    /** The topology with the edits, which keeps its generation, or all that is wrong with it. */
    public Reading applyTo(Topology before) {
        if (basedOn.isPresent() && basedOn.getAsLong() != before.generation()) {
            return refused(
                    "generation",
                    "the stored document has generation " + before.generation() + ", not " + basedOn.getAsLong(),
                    "look at it again");
        }
        EditedDocument document = new EditedDocument(new TopologyWriter().write(before));
        try {
            for (DocumentEdit edit : edits) {
                refuseFixed(edit.path());
                document.apply(edit);
            }
        } catch (EditRefused e) {
            return new Reading.Refused(List.of(e.problem()));
        }
        return switch (new TopologyReader().read(document.text())) {
            case Reading.Refused refused -> refused;
            case Reading.Accepted accepted -> checked(before, accepted);
        };
    }

    private static void refuseFixed(DocumentPath path) throws EditRefused {
        if (path.isIn("generation")) {
            throw new EditRefused(path, "the generation is counted with each change", "leave it out");
        }
    }

    private static Reading checked(Topology before, Reading.Accepted after) {
        Topology topology = after.topology();
        if (!topology.cluster().equals(before.cluster())) {
            return refused(
                    "cluster", "the document is that of cluster " + before.cluster(), "a cluster keeps its name");
        }
        return new Reading.Accepted(topology.withGeneration(before.generation()), after.problems());
    }

    private static Reading refused(String place, String what, String cure) {
        return new Reading.Refused(List.of(new Problem(Severity.ERROR, place, 0, what, cure)));
    }
}
