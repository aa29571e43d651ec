@NullMarked
package io.pinion.operations.move;

import org.jspecify.annotations.NullMarked;
