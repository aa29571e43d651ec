/**
 * The topology document as people edit it by statements: changes, what a change would do, and the history of changes.
 *
 * <p>Data flows from a statement's edits to the store: {@link io.pinion.operations.document.DocumentChanges} applies them
 * to the stored document, by compare-and-set, and tells in sentences what has changed. No lock is taken: an operation
 * that changes the same part sees a document that it can't build on, and says so.
 */
@NullMarked
package io.pinion.operations.document;

import org.jspecify.annotations.NullMarked;
