@NullMarked
package io.pinion.operations.schema;

import org.jspecify.annotations.NullMarked;
