/**
 * Values that clients bind, in every form that the binary protocol has for them, at every place of a statement: what Pinion
 * makes of them on one, several or all shards beside what one server makes of them.
 */
@NullMarked
package io.pinion.integration.values;

import org.jspecify.annotations.NullMarked;
