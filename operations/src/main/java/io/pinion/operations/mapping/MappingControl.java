package io.pinion.operations.mapping;

import io.pinion.operations.engine.BackgroundControl;
import java.util.List;

/** What people ask about mappings. */
public interface MappingControl {
    /** Looks at all links of a mapping once. */
    BackgroundControl<MappingTask> checks();

    /** Looks at all links of a mapping again and again. */
    BackgroundControl<MappingWatch> watches();

    /** What the watches of this proxy find wrong, in words. */
    List<String> problems();

    /** The number of faults that the watches of this proxy have found, in their last whole rounds or in the present ones. */
    long watchedFaults();
}
