/** What becomes of the tables of an import. */
@NullMarked
package io.pinion.operations.transfer;

import org.jspecify.annotations.NullMarked;
