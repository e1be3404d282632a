// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.core.memory;

import dev.holdfast.core.ledger.Captured;
import dev.holdfast.core.work.Audit;
import dev.holdfast.core.work.AuditEntry;
import java.util.ArrayList;
import java.util.List;

/** What operators did, numbered in order. Nothing is ever taken away. */
final class MemoryAudit {
    private final List<AuditEntry> entries = new ArrayList<>();

    void add(List<AuditEntry> fresh) {
        fresh.forEach(entry -> entries.add(entry.numbered(entries.size() + 1L)));
    }

    List<Captured.OfAudit> captured() {
        return entries.stream().map(Captured.OfAudit::new).toList();
    }

    Audit.Found find(Audit query) {
        return Audit.Found.page(
                entries.reversed().stream()
                        .filter(query::wants)
                        .limit(query.limit() + 1L)
                        .toList(),
                query.limit());
    }
}
