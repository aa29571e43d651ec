/** Tests of the readers of logs. */
@NullMarked
package io.pinion.cli.advise;

import org.jspecify.annotations.NullMarked;
