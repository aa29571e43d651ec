/**
 * Where a token ends. It depends on the product, the sql_mode and the client's character set ({@link
 * io.pinion.routing.text.lexer.TextRules}); what servers would read otherwise is a {@link
 * io.pinion.routing.text.lexer.TextProblem}. The one hard thing: each byte is looked at once, and nothing is made of it.
 */
@NullMarked
package io.pinion.routing.text.lexer;

import org.jspecify.annotations.NullMarked;
