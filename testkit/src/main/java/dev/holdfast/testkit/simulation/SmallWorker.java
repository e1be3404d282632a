// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit.simulation;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.work.ClaimDecision;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Grant;
import dev.holdfast.core.work.Holdings;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.WorkerOffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a worker of a small world knows: what it asked for, what it got, what it answered. Requests count from 0. */
final class SmallWorker {
    final WorkerOffer offer;
    private final int number;
    private final int most;
    private final ClaimSecret secret;
    private final List<ClaimWork> asked = new ArrayList<>();
    private final List<Optional<Grant>> got = new ArrayList<>();
    private final List<Optional<Settle>> answered = new ArrayList<>();

    SmallWorker(WorkerOffer offer, int number, int most) {
        this.offer = offer;
        this.number = number;
        this.most = most;
        this.secret = new ClaimSecret(number, number);
    }

    ClaimSecret secret() {
        return secret;
    }

    /** Whether it may ask for more. */
    boolean wants() {
        return asked.size() < most;
    }

    ClaimWork ask() {
        ClaimWork claim = new ClaimWork(
                offer.pools().first(), offer.worker(), new RequestId(0, number, asked.size() + 1), secret, 1);
        asked.add(claim);
        got.add(Optional.empty());
        answered.add(Optional.empty());
        return claim;
    }

    Optional<ClaimWork> newestRequest() {
        return asked.isEmpty() ? Optional.empty() : Optional.of(asked.getLast());
    }

    /** A request that was granted nothing is as if it had not been sent; the next one has its number. */
    void forget() {
        asked.removeLast();
        got.removeLast();
        answered.removeLast();
    }

    /** The answer to the newest request arrives. */
    void learn(ClaimDecision decision) {
        if (decision instanceof ClaimDecision.Granted granted
                && !granted.grants().isEmpty()
                && got.getLast().isEmpty()) {
            got.set(got.size() - 1, Optional.of(granted.grants().getFirst()));
        }
    }

    Optional<Grant> grant(int request) {
        return request < got.size() ? got.get(request) : Optional.empty();
    }

    Optional<Settle> answer(int request) {
        return request < answered.size() ? answered.get(request) : Optional.empty();
    }

    void answer(int request, Settle settle) {
        answered.set(request, Optional.of(settle));
    }

    /** What it was granted and has not answered. */
    Holdings.Listed holdings() {
        List<Holdings.Holding> holdings = new ArrayList<>();
        for (int request = 0; request < got.size(); request++) {
            if (answered.get(request).isEmpty()) {
                got.get(request).ifPresent(grant -> holdings.add(new Holdings.Holding(grant.work(), grant.fence())));
            }
        }
        return new Holdings.Listed(holdings);
    }

    /** All of it, for a fingerprint. */
    @Override
    public String toString() {
        List<String> text = new ArrayList<>();
        for (int request = 0; request < got.size(); request++) {
            text.add(got.get(request)
                            .map(grant -> grant.work() + "@" + grant.fence())
                            .orElse("-") + " "
                    + answered.get(request)
                            .map(settle -> settle.answer().toString())
                            .orElse("-"));
        }
        return text.toString();
    }
}
