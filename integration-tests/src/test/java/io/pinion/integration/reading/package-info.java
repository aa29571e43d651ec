/**
 * Generated texts as a server reads them and as Pinion does: the same tokens, or Pinion refuses. {@code Drafts} writes texts
 * that are easily misread, {@code ServerReader} has a server read them and asks its performance_schema for the digests,
 * {@code PinionReader} asks Pinion's tokenizer, and {@code NormalForm} brings both to one form. What differs is made small by
 * {@code Shrinker}; its causes are kept in {@code readings/*.txt}, which {@code Corpus} reads.
 */
@NullMarked
package io.pinion.integration.reading;

import org.jspecify.annotations.NullMarked;
