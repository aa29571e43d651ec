/**
 * The changes from one topology to the next: {@link io.pinion.config.reload.TopologyDiff} compares two, and says each
 * change in a sentence. People read the sentences before they store a document.
 */
@NullMarked
package io.pinion.config.reload;

import org.jspecify.annotations.NullMarked;
