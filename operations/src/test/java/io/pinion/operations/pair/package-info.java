@NullMarked
package io.pinion.operations.pair;

import org.jspecify.annotations.NullMarked;
