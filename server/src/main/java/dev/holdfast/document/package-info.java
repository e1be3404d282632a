// SPDX-License-Identifier: Apache-2.0
/** Documents that people write, in YAML or JSON: read strictly, each value with its place, and written so that they can be read. */
@NullMarked
package dev.holdfast.document;

import org.jspecify.annotations.NullMarked;
