/**
 * Changes of the topology document: statements that edit it, the difference that an edit makes, and the record of who
 * made it.
 *
 * <p>A {@link io.pinion.config.change.TopologyPatch} is a list of edits at places of the document. It is applied to the
 * canonical text, and the whole result is read as any document is, so that no statement can store what a file could not.
 * A {@link io.pinion.config.change.HistoryEntry} is what the store keeps of a change. The hard thing: passwords and
 * their verifiers are in the document and never in what people are shown of a change.
 */
@NullMarked
package io.pinion.config.change;

import org.jspecify.annotations.NullMarked;
