@NullMarked
package io.pinion.operations.check;

import org.jspecify.annotations.NullMarked;
