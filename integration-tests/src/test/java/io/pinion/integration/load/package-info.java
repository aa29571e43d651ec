/** LOAD DATA LOCAL over shards, beside the same load of one server. */
@NullMarked
package io.pinion.integration.load;

import org.jspecify.annotations.NullMarked;
