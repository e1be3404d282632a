// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/**
 * What a pool's policy is in one of its revisions, which never changes.
 *
 * @param sources where its values came from
 */
public record Terms(int revision, PoolPolicy policy, PolicySources sources) {}
