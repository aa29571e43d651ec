@NullMarked
package io.pinion.routing.merge;

import org.jspecify.annotations.NullMarked;
