/**
 * Files of rows: Parquet, CSV and SQL. Values come as the text or the bytes with which a server answers, and
 * go into the file one row after the other.
 *
 * <p>The one hard thing is that memory is bounded whatever a table has. A Parquet file is written column by column, so
 * {@link io.pinion.operations.export.file.ParquetFile} holds the rows of one row group, which ends at some megabytes.
 */
@NullMarked
package io.pinion.operations.export.file;

import org.jspecify.annotations.NullMarked;
