/** Changes of tables over all shards, as operations that can be resumed, on real servers. */
@NullMarked
package io.pinion.integration.schema;

import org.jspecify.annotations.NullMarked;
