/**
 * Where files of an export are kept: a directory, or a bucket of S3.
 *
 * <p>The one hard thing is that a file is there whole or not at all: {@link
 * io.pinion.operations.export.store.StoredFile} has its name only once it is {@code publish}ed.
 */
@NullMarked
package io.pinion.operations.export.store;

import org.jspecify.annotations.NullMarked;
