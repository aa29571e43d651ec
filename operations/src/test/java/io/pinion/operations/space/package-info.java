@NullMarked
package io.pinion.operations.space;

import org.jspecify.annotations.NullMarked;
