@NullMarked
package io.pinion.operations.mapping;

import org.jspecify.annotations.NullMarked;
