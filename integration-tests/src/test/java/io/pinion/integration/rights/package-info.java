/** Rights that the servers enforce: users with few rights, and attacks on them. */
@NullMarked
package io.pinion.integration.rights;

import org.jspecify.annotations.NullMarked;
