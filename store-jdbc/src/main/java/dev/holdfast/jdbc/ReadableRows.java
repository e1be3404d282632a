// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Loads many things at once and, where one of them cannot be read, all others. */
public final class ReadableRows {
    private ReadableRows() {}

    /**
     * Those that can be read, in order. What cannot is found by trying each alone, which nobody pays for but who has such
     * rows.
     */
    public static <K, T> List<T> of(List<K> keys, SqlFunction<List<K>, List<T>> load) throws SQLException {
        try {
            return load.apply(keys);
        } catch (RuntimeException e) { // whatever readers of texts throw
            if (keys.size() == 1) {
                return List.of();
            }
        }
        List<T> readable = new ArrayList<>();
        for (K key : keys) {
            readable.addAll(of(List.of(key), load));
        }
        return readable;
    }
}
