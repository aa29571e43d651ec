@NullMarked
package io.pinion.integration.copy;

import org.jspecify.annotations.NullMarked;
