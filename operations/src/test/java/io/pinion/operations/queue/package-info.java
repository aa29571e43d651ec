@NullMarked
package io.pinion.operations.queue;

import org.jspecify.annotations.NullMarked;
