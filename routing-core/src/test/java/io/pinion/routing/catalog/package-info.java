@NullMarked
package io.pinion.routing.catalog;

import org.jspecify.annotations.NullMarked;
