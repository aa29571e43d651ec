/**
 * Reads a statement's parser tree into facts: tables, columns with their places and roles, the conditions that can bind
 * a shard key. The only package that knows the parser (JSqlParser). It runs once per shape of statement, and only for
 * those whose tokens alone don't determine their shards.
 */
@NullMarked
package io.pinion.routing.analysis;

import org.jspecify.annotations.NullMarked;
