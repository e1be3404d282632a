// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.runtime.definition;

import dev.holdfast.core.work.DefinitionReference;

/**
 * A content and what names it.
 *
 * @param content as {@link CanonicalJson} writes it
 */
public record Definition(DefinitionReference reference, String content) {}
