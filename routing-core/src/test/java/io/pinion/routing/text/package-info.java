/** Tests of the tokenizer, most of them in {@code cases/text}. */
@NullMarked
package io.pinion.routing.text;

import org.jspecify.annotations.NullMarked;
