/**
 * The names in a statement, and the user's rights to them: databases, privileges, stored functions.
 *
 * <p>The hard thing is to find every name by tokens alone, in statements that no parser reads: a name may be taken for
 * a database by mistake, but no database is missed. A template that needs a right gets a {@code Guard} around it, which
 * checks the right at bind, since users share templates.
 */
@NullMarked
package io.pinion.routing.planner.rights;

import org.jspecify.annotations.NullMarked;
