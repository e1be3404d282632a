// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

/** What a database call that failed, or did not, has come to. */
public enum Verdict {
    /** The commit was acknowledged. */
    DONE,
    /** Nothing was applied, and trying the whole transaction again may help. */
    NOT_APPLIED,
    /** The commit was sent and its answer is missing. */
    UNKNOWN,
    /** Nothing was applied; somebody has to change something first: room on the disk, a permission, a lock. */
    UNAVAILABLE,
    /** What is stored is damaged, or is not what this program stores. */
    BROKEN
}
