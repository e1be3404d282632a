// SPDX-License-Identifier: Apache-2.0
/** What a platform that runs workers can and cannot preserve of the requirements of work. Pure; decides nothing about claims. */
@NullMarked
package dev.holdfast.core.target;

import org.jspecify.annotations.NullMarked;
