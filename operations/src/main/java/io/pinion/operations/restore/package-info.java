/**
 * {@code RESTORE SHARDS}: the rows of shards come back from an export, beside those of now, and take their place on
 * request.
 *
 * <p>{@link io.pinion.operations.restore.RestoreWorkflow} has the steps; {@link
 * io.pinion.operations.restore.ExportedShards} reads the files, and {@link io.pinion.operations.restore.RestoredShard}
 * writes the rows of one shard.
 */
@NullMarked
package io.pinion.operations.restore;

import org.jspecify.annotations.NullMarked;
