// SPDX-License-Identifier: Apache-2.0
package dev.holdfast;

import dev.holdfast.core.attempt.AllocationRef;
import dev.holdfast.core.attempt.AttemptId;
import dev.holdfast.core.attempt.Descriptor;
import dev.holdfast.core.attempt.EvidenceNote;
import dev.holdfast.core.attempt.IncarnationId;
import dev.holdfast.core.attempt.Lifetime;
import dev.holdfast.core.attempt.ProviderId;
import dev.holdfast.runtime.spi.Allocation;
import dev.holdfast.runtime.spi.Discovery;
import dev.holdfast.runtime.spi.Inspection;
import dev.holdfast.runtime.spi.ProviderFence;
import dev.holdfast.runtime.spi.ProvisionRequest;
import dev.holdfast.runtime.spi.Provisioned;
import dev.holdfast.runtime.spi.Provisioner;
import dev.holdfast.runtime.spi.ProvisionerUncertain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/** A provider with a world of its own, which does what providers do on bad days; each fault is set by a test. Outlives controllers. */
final class ScriptedProvisioner implements Provisioner {
    static final ProviderId ID = new ProviderId("scripted");

    /** How {@link #provision} behaves. */
    enum Making {
        WELL,
        REFUSES,
        /** Makes it, and the answer is lost. */
        ANSWER_LOST,
        /** Nothing is there yet when the answer is lost; it comes with {@link #arrive}. */
        LATE,
        /** Makes nothing, and nobody says so. */
        NOTHING,
        /** Makes two, and the answer is lost. */
        TWICE
    }

    /** How searches and looks behave. */
    enum Seeing {
        WELL,
        /** Does not remember what it made, and knows that its memory is no proof. */
        FORGETS,
        /** Says that what has ended still runs. */
        STALE,
        NO_ANSWER
    }

    /** Something that was made. */
    static final class Thing {
        private final AllocationRef ref;
        private final CompletableFuture<EvidenceNote> ended = new CompletableFuture<>();
        private boolean alive = true;
        private boolean running = true;
        private boolean here = true;

        private Thing(AllocationRef ref) {
            this.ref = ref;
        }
    }

    private final Map<AttemptId, List<Thing>> world = new TreeMap<>();
    private final Map<AttemptId, Long> fences = new TreeMap<>();
    private final List<AttemptId> closedDoors = new ArrayList<>();
    private final List<String> calls = new ArrayList<>();
    private Lifetime lifetime = Lifetime.PROVIDER_MANAGED;
    private boolean makerIsGone;
    private Making making = Making.WELL;
    private Seeing seeing = Seeing.WELL;
    private int failedDeletions;
    private Optional<Consumer<AllocationRef>> evolution = Optional.empty();

    /** Its allocations end with whoever made them. */
    void bind() {
        lifetime = Lifetime.PROVISIONER_PROCESS_BOUND;
    }

    /** Whoever called it before is proven to be gone, and with it what it made. */
    void loseMaker() {
        makerIsGone = true;
        world.values().forEach(things -> things.forEach(thing -> thing.alive = false));
    }

    @Override
    public Optional<EvidenceNote> proofOfLoss(IncarnationId provisioner) {
        return makerIsGone && provisioner.equals(incarnation()) ? Optional.of(note("maker gone")) : Optional.empty();
    }

    void making(Making next) {
        making = next;
    }

    void seeing(Seeing next) {
        seeing = next;
    }

    /** So many times something cannot be deleted. */
    void failDeletions(int times) {
        failedDeletions = times;
    }

    List<String> calls() {
        return calls;
    }

    long calls(String name) {
        return calls.stream().filter(call -> call.startsWith(name)).count();
    }

    int made(AttemptId attempt) {
        return things(attempt).size();
    }

    long alive(AttemptId attempt) {
        return things(attempt).stream().filter(thing -> thing.alive).count();
    }

    long allAlive() {
        return world.keySet().stream().mapToLong(this::alive).sum();
    }

    /** What is in the allocation ends by itself. */
    void end(AttemptId attempt, boolean tell) {
        for (Thing thing : things(attempt)) {
            thing.alive = false;
            thing.running = false;
            if (tell) {
                tell(thing);
            }
        }
    }

    /** What is in the allocation ends by itself, and leaves something behind that only a termination takes away. */
    void endInPart(AttemptId attempt) {
        for (Thing thing : things(attempt)) {
            thing.running = false;
            tell(thing);
        }
    }

    /** What was asked for long ago is there now. */
    void arrive(AttemptId attempt) {
        things(attempt).forEach(thing -> thing.here = true);
    }

    void tellEnd(AttemptId attempt) {
        things(attempt).forEach(ScriptedProvisioner::tell);
    }

    private static void tell(Thing thing) {
        thing.ended.complete(note("ended by itself"));
    }

    void evolve(AllocationRef next) {
        evolution.orElseThrow().accept(next);
    }

    private List<Thing> things(AttemptId attempt) {
        return world.computeIfAbsent(attempt, id -> new ArrayList<>());
    }

    static EvidenceNote note(String what) {
        return EvidenceNote.of("scripted", what, "2026-01-01T00:00:00Z");
    }

    private void enter(String call, ProviderFence fence) throws ProvisionerUncertain {
        calls.add(call + " " + fence.attempt() + " " + fence.generation());
        if (fences.merge(fence.attempt(), fence.generation(), Math::max) > fence.generation()) {
            throw new ProvisionerUncertain(note("replaced"));
        }
    }

    private Thing make(AttemptId attempt) {
        Thing thing = new Thing(new AllocationRef(ID, "{\"n\":" + made(attempt) + "}"));
        things(attempt).add(thing);
        return thing;
    }

    @Override
    public ProviderId id() {
        return ID;
    }

    @Override
    public Lifetime lifetime() {
        return lifetime;
    }

    @Override
    public IncarnationId incarnation() {
        return new IncarnationId("this");
    }

    @Override
    public String environment() {
        return "test";
    }

    @Override
    public Map<String, String> labels() {
        return Map.of();
    }

    @Override
    public Provisioned provision(ProvisionRequest request, ProviderFence fence) throws ProvisionerUncertain {
        enter("provision", fence);
        if (making == Making.REFUSES || closedDoors.contains(fence.attempt())) {
            closedDoors.add(fence.attempt());
            return new Provisioned.ConfirmedAbsent(note("refused"));
        }
        if (making == Making.NOTHING) {
            throw new ProvisionerUncertain(note("no answer"));
        }
        Thing thing = make(fence.attempt());
        if (making == Making.TWICE) {
            make(fence.attempt());
        }
        thing.here = making != Making.LATE;
        if (making != Making.WELL) {
            throw new ProvisionerUncertain(note("no answer"));
        }
        return new Provisioned.Allocated(new Watched(thing));
    }

    @Override
    public Discovery discover(Descriptor descriptor, ProviderFence fence) throws ProvisionerUncertain {
        enter("discover", fence);
        if (seeing == Seeing.NO_ANSWER) {
            throw new ProvisionerUncertain(note("no answer"));
        }
        List<Thing> found = things(fence.attempt());
        if (seeing == Seeing.FORGETS || found.stream().anyMatch(thing -> !thing.here)) {
            return new Discovery.Unknown(note("nothing observed"));
        }
        if (found.size() > 1) {
            return new Discovery.Unknown(note("more than one"));
        }
        if (found.isEmpty()) {
            closedDoors.add(fence.attempt());
            return new Discovery.ConfirmedAbsent(note("none, and none will be"));
        }
        return new Discovery.Found(found.getFirst().ref);
    }

    @Override
    public Allocation attach(AllocationRef ref, ProviderFence fence) throws ProvisionerUncertain {
        enter("attach", fence);
        return new Watched(thing(ref, fence));
    }

    @Override
    public Inspection inspect(AllocationRef ref, ProviderFence fence) throws ProvisionerUncertain {
        enter("inspect", fence);
        return switch (seeing) {
            case NO_ANSWER -> throw new ProvisionerUncertain(note("no answer"));
            case FORGETS -> new Inspection.Unknown(note("never heard of it"));
            case STALE -> new Inspection.Present(Inspection.Phase.RUNNING);
            case WELL ->
                thing(ref, fence).running
                        ? new Inspection.Present(Inspection.Phase.RUNNING)
                        : new Inspection.Ended(note("has ended"));
        };
    }

    @Override
    public EvidenceNote terminate(AllocationRef ref, ProviderFence fence) throws ProvisionerUncertain {
        enter("terminate", fence);
        if (failedDeletions > 0) {
            failedDeletions--;
            throw new ProvisionerUncertain(note("cannot be deleted"));
        }
        Thing thing = thing(ref, fence);
        thing.alive = false;
        thing.running = false;
        tell(thing);
        return note("nothing left");
    }

    private Thing thing(AllocationRef ref, ProviderFence fence) throws ProvisionerUncertain {
        return things(fence.attempt()).stream()
                .filter(each -> each.ref.equals(ref) || ref.data().startsWith("{\"exact\""))
                .findFirst()
                .orElseThrow(() -> new ProvisionerUncertain(note("no such thing")));
    }

    private final class Watched implements Allocation {
        private final Thing thing;

        Watched(Thing thing) {
            this.thing = thing;
        }

        @Override
        public AllocationRef ref() {
            return thing.ref;
        }

        @Override
        public CompletionStage<EvidenceNote> ended() {
            return thing.ended;
        }

        @Override
        public void onEvolution(Consumer<AllocationRef> listener) {
            evolution = Optional.of(listener);
        }

        @Override
        public void close() {}
    }
}
