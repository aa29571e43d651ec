/** Clients that write through whichever proxy answers and remember what they were told, and the check of what is there. */
@NullMarked
package io.pinion.integration.faults.workload;

import org.jspecify.annotations.NullMarked;
