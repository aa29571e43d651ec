/**
 * {@code EXPORT}: tables of a keyspace become files, in a directory or in a bucket, read from the standbys.
 *
 * <p>Data flows from each pair's standby, which {@link io.pinion.operations.export.PairExport} reads at one place by
 * several transactions, into files of one shard and one table each ({@link io.pinion.operations.export.PartExport});
 * {@link io.pinion.operations.export.ExportAttempt} brings the pairs together, and writes the manifest last.
 *
 * <p>The one hard thing is to go on after any failure without a file too many or too few. What a pair has is written
 * down beside the files and then entered in the journal, and only what stands there counts: a pair that doesn't is read
 * anew, from another place of its log, and its files take the names of those before.
 */
@NullMarked
package io.pinion.operations.export;

import org.jspecify.annotations.NullMarked;
