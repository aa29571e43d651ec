/**
 * What a statement names, and whether its user may: databases, privileges, stored functions.
 *
 * <p>The hard thing is to find every name by tokens alone, in statements that no parser reads: a name may be taken for
 * a database that is none, never the other way round. What needs a right gets a {@code Guard} around its template,
 * which asks when the template is bound, since users share templates.
 */
@NullMarked
package io.pinion.routing.planner.rights;

import org.jspecify.annotations.NullMarked;
