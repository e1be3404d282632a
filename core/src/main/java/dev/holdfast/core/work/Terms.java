// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

/** What a pool's policy is in one of its revisions, which never changes. */
public record Terms(int revision, PoolPolicy policy) {}
