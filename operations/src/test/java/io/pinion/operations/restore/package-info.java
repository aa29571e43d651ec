@NullMarked
package io.pinion.operations.restore;

import org.jspecify.annotations.NullMarked;
