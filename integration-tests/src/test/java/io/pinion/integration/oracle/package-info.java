/**
 * Generated statements over 64 shards of two pairs, and the same over one unsharded database with the same rows: the answers
 * must be the same. {@link io.pinion.integration.oracle.OracleIT} runs it; {@code Schema} and {@code Rows} are the data, {@code
 * Selects} and {@code Changes} write statements, {@code OracleComparison} asks both sides and finds what differs.
 */
@NullMarked
package io.pinion.integration.oracle;

import org.jspecify.annotations.NullMarked;
