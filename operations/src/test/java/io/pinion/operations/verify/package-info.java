@NullMarked
package io.pinion.operations.verify;

import org.jspecify.annotations.NullMarked;
