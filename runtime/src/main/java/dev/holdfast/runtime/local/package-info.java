// SPDX-License-Identifier: Apache-2.0
/** Commands as child processes of this machine: starting, finding again, ending, and proof of death. */
package dev.holdfast.runtime.local;
