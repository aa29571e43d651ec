/** The cluster as one document states it; refused whole when any part of it is wrong. */
@NullMarked
package io.pinion.config.topology;

import org.jspecify.annotations.NullMarked;
