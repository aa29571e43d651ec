/**
 * What changes when one topology follows another: {@link io.pinion.config.reload.TopologyDiff} compares two, and a {@link
 * io.pinion.config.reload.ReloadStep} says one change in a sentence. People read them before they store a document and in
 * the log when it is adopted.
 */
@NullMarked
package io.pinion.config.reload;

import org.jspecify.annotations.NullMarked;
