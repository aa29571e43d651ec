/** SELECTs over several shards: merged, gathered, bounded, explained; beside one server. */
@NullMarked
package io.pinion.integration.queries;

import org.jspecify.annotations.NullMarked;
