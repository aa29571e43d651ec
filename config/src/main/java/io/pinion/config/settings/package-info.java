/**
 * The settings of one proxy process, as opposed to the cluster's topology: ports, pools, limits, logs. YAML, one record
 * per subject.
 *
 * <p>A setting is one component of its record: the name in the file is the component's name with underscores, the
 * default stands in the record's {@code DEFAULT}, the bounds in its constructor, the explanation in {@code
 * docs/configuration.md}, where a test looks for it. {@link io.pinion.config.settings.SettingsReader} does the rest.
 */
@NullMarked
package io.pinion.config.settings;

import org.jspecify.annotations.NullMarked;
