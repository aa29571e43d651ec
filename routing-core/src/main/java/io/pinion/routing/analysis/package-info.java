/**
 * What a statement does, read from its parser tree: tables, columns with their places and roles, the conditions that can
 * bind a shard key. The only package that knows the parser (JSqlParser); it runs once per shape of statement, and only
 * for those whose tokens alone don't say where they go.
 */
@NullMarked
package io.pinion.routing.analysis;

import org.jspecify.annotations.NullMarked;
