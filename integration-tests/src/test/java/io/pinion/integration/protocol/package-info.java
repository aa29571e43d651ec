/** Commands, prepared statements and drivers on the wire, beside a plain server. */
@NullMarked
package io.pinion.integration.protocol;

import org.jspecify.annotations.NullMarked;
