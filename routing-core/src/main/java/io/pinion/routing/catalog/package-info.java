/** The cluster as planning sees it: keyspaces, tables, shards and ids. Immutable, built by {@code config}. */
@NullMarked
package io.pinion.routing.catalog;

import org.jspecify.annotations.NullMarked;
