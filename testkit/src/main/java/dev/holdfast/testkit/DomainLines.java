// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.work.DefineDomain;
import dev.holdfast.core.work.DefinePool;
import dev.holdfast.core.work.DomainTerms;
import dev.holdfast.core.work.PoolPolicy;
import java.util.Optional;

/** Reads and writes definitions of shared domains: {@code domain gpu 2/memory.64}, limits as pools write theirs. */
final class DomainLines {
    private DomainLines() {}

    static DefineDomain read(Words words) {
        return new DefineDomain(
                words.next("domain"),
                new DomainTerms(
                        ScenarioParts.domain(words.next("limit")),
                        words.takeInt("quarantineShare", PoolPolicy.DEFAULT.quarantineShare())),
                words.take("replaces").map(Words::number),
                words.take("actor", DefinePool.PROGRAM),
                words.take("reason", DefinePool.NEEDED));
    }

    static Optional<String> line(DefineDomain define) {
        DomainTerms terms = define.terms();
        return Optional.of(new LineWords("domain", define.domain(), PartLines.domain(terms.limit()))
                .part("quarantineShare", terms.quarantineShare(), PoolPolicy.DEFAULT.quarantineShare())
                .part("replaces", define.replaces().map(Object::toString).orElse(""))
                .part("actor", define.actor(), DefinePool.PROGRAM)
                .part("reason", define.reason(), DefinePool.NEEDED)
                .line());
    }
}
