/** Transactions over several pairs: best effort, two-phase, and XA. */
@NullMarked
package io.pinion.integration.transactions;

import org.jspecify.annotations.NullMarked;
