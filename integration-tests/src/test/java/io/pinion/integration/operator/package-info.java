/** Admin statements and reloads of the topology as an operator meets them, over the wire. */
@NullMarked
package io.pinion.integration.operator;

import org.jspecify.annotations.NullMarked;
