/** The cluster as one document states it; a document with any error is refused whole, with each error's place and cure. */
@NullMarked
package io.pinion.config.topology;

import org.jspecify.annotations.NullMarked;
