@NullMarked
package io.pinion.operations.journal;

import org.jspecify.annotations.NullMarked;
