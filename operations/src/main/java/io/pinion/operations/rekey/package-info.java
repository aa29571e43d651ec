/**
 * Keys of many rows changed: {@code REKEY TABLE} gives the rows of a hashed table other keys, and with them other shards.
 *
 * <p>The hard thing: a row that has its new key stands on another shard, where the same look would find it once more, and
 * a proxy may die anywhere. So a row may not match again once it has its new key, which servers are asked for before
 * anything changes; then looking again changes nothing twice. {@code RekeyAttempt} reads keys shard by shard by the texts
 * of {@code RekeyTexts}, and sends each change as one UPDATE in the name of the user who asked ({@code UserStatements}),
 * which the planner carries out as a client's; a {@code RekeyTally} in the journal counts what became of them.
 */
@NullMarked
package io.pinion.operations.rekey;

import org.jspecify.annotations.NullMarked;
