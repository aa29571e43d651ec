@NullMarked
package io.pinion.operations.export.store;

import org.jspecify.annotations.NullMarked;
