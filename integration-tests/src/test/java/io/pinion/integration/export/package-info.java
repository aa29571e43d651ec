/** Tables become files: read back by other programs, and broken off at any point. */
@NullMarked
package io.pinion.integration.export;

import org.jspecify.annotations.NullMarked;
