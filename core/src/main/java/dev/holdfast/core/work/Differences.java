// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.work;

import java.util.ArrayList;
import java.util.List;

/** The names of the parts in which two things differ, in the order of comparison. */
final class Differences {
    private final List<String> names = new ArrayList<>();

    void compare(String name, Object mine, Object theirs) {
        if (!mine.equals(theirs)) {
            add(name);
        }
    }

    void add(String name) {
        names.add(name);
    }

    List<String> names() {
        return names;
    }
}
