/**
 * Finds the ends of tokens. They depend on the product, the sql_mode and the client's character set ({@link
 * io.pinion.routing.text.lexer.TextRules}); a text that servers would read otherwise has a
 * {@link io.pinion.routing.text.lexer.TextProblem}. The one hard thing: each byte is read once, and no objects are made
 * of it.
 */
@NullMarked
package io.pinion.routing.text.lexer;

import org.jspecify.annotations.NullMarked;
