/**
 * What goes wrong, one class for each kind: a scenario does something to a cluster under load, and leaves it to the aftercare
 * to bring it to its end as the runbooks say.
 */
@NullMarked
package io.pinion.integration.faults.scenario;

import org.jspecify.annotations.NullMarked;
