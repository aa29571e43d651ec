/**
 * The forms that a row of an imported database has on both sides: old integers that name objects here, their global ids
 * there. Decides without I/O.
 *
 * <p>The one hard thing is that an id follows from an old integer alone and the integer from the id, so that an import
 * keeps nothing of them and no row has to be looked at for another. Data flows from {@link
 * io.pinion.operations.transfer.form.NewNumbers}, what the shards count, and {@link
 * io.pinion.operations.transfer.form.ObjectIds}, one value, to {@link io.pinion.operations.transfer.form.RowMapping}, a
 * row or its key. {@link io.pinion.operations.transfer.form.ArisingMapping} says which columns make a row of a mapping
 * that the old database doesn't have.
 */
@NullMarked
package io.pinion.operations.transfer.form;

import org.jspecify.annotations.NullMarked;
