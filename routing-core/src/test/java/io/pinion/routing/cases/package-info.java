/** Golden cases: behaviour specified in text files. */
@NullMarked
package io.pinion.routing.cases;

import org.jspecify.annotations.NullMarked;
