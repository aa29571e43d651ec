/**
 * What the regular look at servers finds: one report of each, and of two of them what is wrong with the pair. It asks
 * as {@code monitor}, and changes nothing.
 */
@NullMarked
package io.pinion.operations.server.watch;

import org.jspecify.annotations.NullMarked;
