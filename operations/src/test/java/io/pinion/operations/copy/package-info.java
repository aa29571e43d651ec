@NullMarked
package io.pinion.operations.copy;

import org.jspecify.annotations.NullMarked;
