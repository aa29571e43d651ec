/** CREATE PAIR, ADD STANDBY and DROP PAIR, from servers that no topology has. */
@NullMarked
package io.pinion.integration.pair;

import org.jspecify.annotations.NullMarked;
