@NullMarked
package io.pinion.operations;

import org.jspecify.annotations.NullMarked;
