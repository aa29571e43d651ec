/**
 * Texts for servers and their short answers. The hard thing is who may run what is asked about: see {@link
 * io.pinion.operations.server.sql.BaseTables}. Nothing here knows an account or a workflow.
 */
@NullMarked
package io.pinion.operations.server.sql;

import org.jspecify.annotations.NullMarked;
