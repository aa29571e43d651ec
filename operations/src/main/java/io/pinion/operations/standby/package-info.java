/**
 * Gives a pair another standby: an empty server gets all databases of the pair as they are at one place, follows the
 * primary from there, is compared with it, and takes the standby's place in the topology. The hard thing is to be able
 * to begin again wherever it broke off, without ever dropping what it hasn't made itself.
 */
@NullMarked
package io.pinion.operations.standby;

import org.jspecify.annotations.NullMarked;
