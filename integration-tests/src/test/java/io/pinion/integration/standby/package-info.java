/** REPLACE STANDBY and VERIFY SHARDS on real pairs. */
@NullMarked
package io.pinion.integration.standby;

import org.jspecify.annotations.NullMarked;
