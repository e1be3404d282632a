// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.testkit;

import dev.holdfast.core.ClaimSecret;
import dev.holdfast.core.Command;
import dev.holdfast.core.Digest;
import dev.holdfast.core.Payload;
import dev.holdfast.core.work.Answer;
import dev.holdfast.core.work.Begin;
import dev.holdfast.core.work.ClaimWork;
import dev.holdfast.core.work.Heartbeat;
import dev.holdfast.core.work.RequestId;
import dev.holdfast.core.work.Resolution;
import dev.holdfast.core.work.Resolve;
import dev.holdfast.core.work.Settle;
import dev.holdfast.core.work.Submission;
import dev.holdfast.core.work.Submit;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Makes of the commands of programs those that the language of scenarios can say: secrets get names, requests get small
 * numbers, payloads that are not plain text become names of their contents. What was equal stays equal, and nothing else
 * becomes so. Not thread-safe.
 */
final class Sayable {
    private static final int NAME = 10;

    private final Map<ClaimSecret, ClaimSecret> secrets = new HashMap<>();
    private final Map<RequestId, RequestId> requests = new HashMap<>();

    /** How the secrets are called, counted from 1. */
    static String secretName(int number) {
        return "s" + number;
    }

    Command<?> of(Command<?> command) {
        return switch (command) {
            case Submit submit -> new Submit(submit.pool(), of(submit.submission()));
            case ClaimWork claim ->
                new ClaimWork(claim.pool(), claim.worker(), of(claim.request()), of(claim.secret()), claim.max());
            case Begin begin -> new Begin(begin.work(), begin.fence(), of(begin.secret()));
            case Settle settle -> new Settle(settle.work(), settle.fence(), of(settle.secret()), of(settle.answer()));
            case Resolve resolve ->
                new Resolve(
                        resolve.work(),
                        resolve.fence(),
                        of(resolve.resolution()),
                        resolve.reference(),
                        resolve.actor());
            case Heartbeat beat ->
                new Heartbeat(
                        beat.worker(),
                        beat.healthy(),
                        beat.holdings(),
                        beat.inFlight().stream().map(this::of).collect(Collectors.toSet()));
            default -> command;
        };
    }

    private ClaimSecret of(ClaimSecret secret) {
        return secrets.computeIfAbsent(secret, unnamed -> ScenarioWriter.secret(secretName(secrets.size() + 1)));
    }

    private RequestId of(RequestId request) {
        return requests.computeIfAbsent(request, large -> new RequestId(large.slot(), 0, requests.size() + 1));
    }

    private static Submission of(Submission submission) {
        return new Submission(
                submission.key(),
                submission.id(),
                of(submission.payload()),
                submission.requirements(),
                submission.labels(),
                submission.trace());
    }

    private static Answer of(Answer answer) {
        return answer instanceof Answer.Succeeded succeeded ? new Answer.Succeeded(of(succeeded.result())) : answer;
    }

    private static Resolution of(Resolution resolution) {
        return resolution instanceof Resolution.Succeeded succeeded
                ? new Resolution.Succeeded(of(succeeded.result()))
                : resolution;
    }

    private static Payload of(Payload payload) {
        boolean isPlain = payload.equals(Payload.EMPTY) || payload.equals(Payload.text(payload.asText()));
        return isPlain
                ? payload
                : Payload.text(
                        Digest.ofFields(payload.mediaType(), HexFormat.of().formatHex(payload.bytes()))
                                .shortText()
                                .substring(0, NAME));
    }
}
