/**
 * The fence of some databases of a server, while a move hands them over: clients' writes to them are refused, all
 * others go on. The hard thing is what runs already when it goes up; the two products are told apart here alone.
 */
@NullMarked
package io.pinion.operations.server.fence;

import org.jspecify.annotations.NullMarked;
