@NullMarked
package io.pinion.operations.reshard;

import org.jspecify.annotations.NullMarked;
