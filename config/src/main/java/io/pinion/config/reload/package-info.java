/**
 * The changes from one topology to the next: {@link io.pinion.config.reload.TopologyDiff} compares two, and a {@link
 * io.pinion.config.reload.ReloadStep} says one change in a sentence. People read the sentences before they store a
 * document, and in the log when a proxy adopts it.
 */
@NullMarked
package io.pinion.config.reload;

import org.jspecify.annotations.NullMarked;
