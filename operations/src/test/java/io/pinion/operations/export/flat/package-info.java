@NullMarked
package io.pinion.operations.export.flat;

import org.jspecify.annotations.NullMarked;
