/** Where a statement goes. The hard thing: a cached plan must equal a fresh one, so values decide only at bind. */
@NullMarked
package io.pinion.routing.plan;

import org.jspecify.annotations.NullMarked;
