/**
 * Mappings kept true: links that the opposite mapping lacks, and links of objects that aren't there, found and repaired.
 *
 * <p>The hard thing: the two ends of a link are on servers that are read at different moments, while clients write. So
 * what looks wrong on standbys is asked again of the primaries, twice, and once more under locks before it is changed.
 * {@code MappingAttempt} reads links shard by shard; {@code LinkRules} decides without I/O what a link needs, {@code
 * LinkQuestions} asks servers for it, and what they lack flows as {@code LinkFault}s into {@code LinkRepair} and a {@code
 * FaultTally}, which the journal keeps.
 */
@NullMarked
package io.pinion.operations.mapping;

import org.jspecify.annotations.NullMarked;
