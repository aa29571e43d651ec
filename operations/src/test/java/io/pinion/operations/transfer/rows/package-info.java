/** Which rows are asked for, without servers. */
@NullMarked
package io.pinion.operations.transfer.rows;

import org.jspecify.annotations.NullMarked;
