@NullMarked
package io.pinion.operations.opening;

import org.jspecify.annotations.NullMarked;
