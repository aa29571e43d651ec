@NullMarked
package io.pinion.operations.export;

import org.jspecify.annotations.NullMarked;
