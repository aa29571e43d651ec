/** Tests of what is installed: the archives of this module, as {@code mvn verify -Pdist} has made them. */
@NullMarked
package io.pinion.dist;

import org.jspecify.annotations.NullMarked;
