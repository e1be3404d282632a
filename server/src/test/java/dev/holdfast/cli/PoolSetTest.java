// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A pool by a file, as an operator does it. */
class PoolSetTest {
    private static final String DOCUMENT = """
        policy:
          maxLiveClaims: 200
          capacity: {cpu: 8}
          domains: {gpu: {claims: 2, resources: {mb: 4096}}}
          workerLease: 1m
          retry: {initial: 2s}
          labels: {owner: somebody}
        """;

    @TempDir
    Path folder;

    private Cli cli;

    @BeforeEach
    void setUp() throws IOException {
        cli = new Cli(folder);
        Files.writeString(folder.resolve("pool.yaml"), DOCUMENT);
    }

    private Cli.Result define() {
        Cli.Result run = cli.run("", "pool", "set", "thumbs", "-f", "pool.yaml", "--yes");
        assertThat(run.exit()).as(run.err()).isZero();
        return run;
    }

    private Cli.Result refused(int exit, String... command) {
        Cli.Result run = cli.run("", command);
        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(exit);
        assertThat(run.err().lines().count()).as(run.err()).isLessThanOrEqualTo(1);
        return run;
    }

    private JsonNode shown() {
        return json(cli.run("", "pool", "show", "thumbs", "--json"));
    }

    private static JsonNode json(Cli.Result run) {
        return JsonMapper.shared().readTree(run.out());
    }

    @Test
    void showsWhatDiffersAndDefines() {
        Cli.Result run = define();

        assertThat(run.err()).isEmpty();
        assertThat(run.out()).isEqualTo("""
            pool 'thumbs' is new in ./holdfast.db, other than the defaults:
              maxLiveClaims: 10000 -> 200
              capacity.cpu: none -> 8
              domains.gpu: none -> {claims: 2, resources: {mb: 4096}}
              retry.initial: 1s -> 2s
              workerLease: 30s -> 1m
              claimLease: 30s -> 1m
              labels.owner: none -> somebody
            defined, revision 1
            """);
        assertThat(cli.run("", "pool", "show", "thumbs").out())
                .containsPattern("liveClaims +0 of 200\n")
                .containsPattern("capacity cpu +0 of 8\n")
                .containsPattern("domain gpu mb +0 of 4096\n")
                .containsPattern("retry +initial=2s factor=2 cap=10m jitterPercent=20\n")
                .containsPattern("claimLease +1m\n")
                .containsPattern("keysFor +30d\n")
                .containsPattern("labels +owner=somebody\n");
    }

    @Test
    void readsWhatShowPrints() throws IOException {
        define();
        for (String form : new String[] {"yaml", "json"}) {
            String printed = cli.run("", "pool", "show", "thumbs", "--" + form).out();
            assertThat(printed).contains("state").contains("thumbs");
            Files.writeString(folder.resolve("printed." + form), printed);

            Cli.Result again = cli.run("", "pool", "set", "thumbs", "-f", "printed." + form);

            assertThat(again.err()).isEmpty();
            assertThat(again.exit()).isZero();
            assertThat(again.out()).contains("revision 1: nothing differs\n").endsWith("unchanged, revision 1\n");
        }
        assertThat(refused(2, "pool", "show", "thumbs", "--yaml", "--json").err())
                .contains("say one");
    }

    @Test
    void writesNothingWhereNobodyCanBeAsked() {
        Cli.Result run = refused(2, "pool", "set", "thumbs", "-f", "pool.yaml");

        assertThat(run.out()).contains("maxLiveClaims: 10000 -> 200");
        assertThat(run.err()).contains("say --yes");
        assertThat(cli.run("", "pool", "list").out()).doesNotContain("thumbs");
    }

    @Test
    void aDryRunWritesNothing() {
        refused(5, "pool", "set", "thumbs", "-f", "pool.yaml", "--dry-run");
        assertThat(folder.resolve("holdfast.db")).doesNotExist();
        define();

        Cli.Result other = cli.run("", "pool", "set", "other", "-f", "-", "--dry-run");
        assertThat(other.exit()).isEqualTo(2);
        Cli.Result piped = cli.run("policy: {maxLosses: 2}", "pool", "set", "other", "-f", "-", "--dry-run");

        assertThat(piped.exit()).isZero();
        assertThat(piped.out()).contains("maxLosses: 5 -> 2").endsWith("nothing was written\n");
        assertThat(cli.run("", "pool", "list").out()).doesNotContain("other");
    }

    @Test
    void anotherPolicyIsShownAndRevisesThePool() {
        define();
        String document = "policy: {maxLosses: 2, retry: {initial: 3s}}";
        String[] set = {"pool", "set", "thumbs", "-f", "-", "--keep"};

        Cli.Result dry = cli.run(document, with(set, "--dry-run"));
        assertThat(dry.exit()).isZero();
        assertThat(dry.out()).endsWith("nothing was written\n");
        assertThat(refusedInput(document, set).err()).contains("say --yes");
        assertThat(shown().at("/policy/maxLosses").asInt()).isEqualTo(5);

        Cli.Result run = cli.run(document, with(set, "--yes"));

        assertThat(run.err()).isEmpty();
        assertThat(run.exit()).isZero();
        assertThat(run.out()).isEqualTo("""
            pool 'thumbs' of ./holdfast.db, revision 1:
              maxLosses: 5 -> 2
              retry.initial: 2s -> 3s
            revised, revision 2
            """);
        assertThat(shown().at("/policy/maxLosses").asInt()).isEqualTo(2);
        assertThat(shown().at("/revision").asInt()).isEqualTo(2);
        assertThat(cli.run(document, set).out()).endsWith("unchanged, revision 2\n");
    }

    @Test
    void theDocumentNamesThePool() {
        Cli.Result named = cli.run("{pool: others, policy: {maxLosses: 2}}", "pool", "set", "-f", "-", "--yes");
        assertThat(named.out()).contains("pool 'others' is new").endsWith("defined, revision 1\n");
        assertThat(refused(2, "pool", "set", "-f", "pool.yaml", "--yes").err())
                .contains("pool.yaml does not say which pool it is for");
        assertThat(cli.run("", "pool", "list").out()).contains("others").doesNotContain("thumbs");
    }

    @Test
    void tellsWhereValuesCameFrom() {
        define();
        assertThat(cli.run("", "pool", "show", "thumbs").out())
                .containsPattern("source +EXPLICIT by .+ in pool.yaml\n")
                .doesNotContain("in defaults");
        assertThat(cli.run("", "pool", "show", "thumbs", "--sources").out())
                .containsPattern("source +EXPLICIT by .+ in pool.yaml\n")
                .containsPattern("source of maxLosses +CONVENTION by holdfast in defaults\n");
        String[] set = {"pool", "set", "thumbs", "-f", "-", "--keep", "--yes", "--source", "LOCAL_OVERRIDE"};

        cli.run("policy: {maxLosses: 2}", with(with(set, "--actor"), "ann"));

        assertThat(shown().at("/sources/common/kind").asString()).isEqualTo("LOCAL_OVERRIDE");
        assertThat(shown().at("/sources/common/authority").asString()).isEqualTo("ann");
        assertThat(shown().at("/sources/exceptions/capacity/reference").asString())
                .isEqualTo("pool.yaml");
        assertThat(shown().at("/sources/exceptions/maxLosses").isMissingNode()).isTrue();
        assertThat(cli.run("policy: {maxLosses: 2}", "pool", "set", "thumbs", "-f", "-", "--keep")
                        .out())
                .endsWith("unchanged, revision 2\n");
    }

    private static String[] with(String[] command, String option) {
        return Stream.concat(Stream.of(command), Stream.of(option)).toArray(String[]::new);
    }

    private Cli.Result refusedInput(String document, String... command) {
        Cli.Result run = cli.run(document, command);
        assertThat(run.exit()).as(run.out() + run.err()).isEqualTo(2);
        return run;
    }

    @Test
    void whatIsLeftAwayIsKeptWhenAskedTo() {
        define();
        String same = "policy: {maxLiveClaims: 200}";

        assertThat(cli.run(same, "pool", "set", "thumbs", "-f", "-", "--keep", "--yes")
                        .out())
                .endsWith("unchanged, revision 1\n");
        assertThat(cli.run(same, "pool", "set", "thumbs", "-f", "-", "--yes").out())
                .contains("capacity.cpu: 8 -> none")
                .endsWith("revised, revision 2\n");
    }

    @Test
    void aRevisionThatIsGoneByIsRefused() throws IOException {
        assertThat(refused(4, "pool", "set", "thumbs", "-f", "pool.yaml", "--yes", "--revision", "3")
                        .err())
                .contains("made from revision 3", "which is not there", "say --revision 0");
        define();
        Files.writeString(folder.resolve("old.yaml"), "revision: 0\npolicy: {maxLosses: 2}\n");

        assertThat(refused(4, "pool", "set", "thumbs", "-f", "old.yaml", "--yes")
                        .err())
                .contains("made from revision 0", "has revision 1 now");
        assertThat(cli.run("", "pool", "set", "thumbs", "-f", "old.yaml", "--yes", "--revision", "1")
                        .out())
                .endsWith("revised, revision 2\n");
        assertThat(cli.run(DOCUMENT, "pool", "set", "thumbs", "-f", "-", "--revision", "2", "--yes")
                        .out())
                .endsWith("revised, revision 3\n");
    }

    @Test
    void aDomainOfAnotherPoolIsRefused() {
        define();

        Cli.Result run = refused(4, "pool", "set", "other", "-f", "pool.yaml", "--yes");

        assertThat(run.out()).contains("refused: the domain 'gpu' belongs to pool 'thumbs'; give");
        assertThat(cli.run("", "pool", "list").out()).doesNotContain("other");
    }

    @Test
    void programsReadJson() {
        JsonNode defined = json(cli.run(DOCUMENT, "pool", "set", "thumbs", "-f", "-", "--yes", "--json"));

        assertThat(defined.at("/answer").asString()).isEqualTo("defined, revision 1");
        assertThat(defined.at("/revision").asInt()).isEqualTo(1);
        assertThat(defined.at("/differences/0/member").asString()).isEqualTo("maxLiveClaims");
        assertThat(defined.at("/differences/0/before").asInt()).isEqualTo(10_000);
        assertThat(defined.at("/differences/2/after/claims").asInt()).isEqualTo(2);
        assertThat(shown().at("/state/work/queued").isIntegralNumber()).isTrue();
        assertThat(shown().at("/state/used/domains/gpu/claims").asInt()).isZero();
    }

    @Test
    void whatIsWrongIsSaidWithItsPlaceAndNothingIsMade() throws IOException {
        Files.writeString(folder.resolve("wrong.yaml"), "policy:\n  maxLiveClaims: 0\n");
        Files.writeString(folder.resolve("named.yaml"), "pool: others\npolicy: {}\n");
        Files.write(folder.resolve("latin.yaml"), new byte[] {'#', (byte) 0xe9, '\n'});
        Files.write(folder.resolve("long.yaml"), new byte[(1 << 20) + 1]);
        Files.createDirectory(folder.resolve("dir"));

        assertThat(refused(2, "pool", "set", "thumbs", "-f", "wrong.yaml", "--yes")
                        .err())
                .isEqualTo("holdfast: wrong.yaml:2: policy.maxLiveClaims: maxLiveClaims is at least 1, not 0\n");
        assertThat(refused(2, "pool", "set", "thumbs", "-f", "named.yaml", "--yes")
                        .err())
                .contains("is about the pool 'others', not 'thumbs'");
        assertThat(refused(2, "pool", "set", "thumbs", "-f", "latin.yaml", "--yes")
                        .err())
                .contains("no text in UTF-8");
        assertThat(refused(2, "pool", "set", "thumbs", "-f", "long.yaml", "--yes")
                        .err())
                .contains("longer than a document may be");
        assertThat(refused(2, "pool", "set", "thumbs", "-f", "dir", "--yes").err())
                .contains("is a directory");
        assertThat(refused(2, "pool", "set", "thumbs", "-f", "nowhere", "--yes").err())
                .contains("there is no file nowhere");
        assertThat(refused(2, "pool", "set", "thumbs").err()).contains("--file");
        assertThat(folder.resolve("holdfast.db")).doesNotExist();
    }

    @Test
    void pausesAndResumes() {
        define();

        assertThat(cli.run("", "pool", "pause", "thumbs", "--reason", "maintenance")
                        .out())
                .contains("paused: nothing of it is given out");
        assertThat(cli.run("", "pool", "pause", "thumbs", "--reason", "maintenance")
                        .out())
                .contains("it was paused already");
        assertThat(shown().at("/state/paused").asBoolean()).isTrue();
        assertThat(cli.run("", "pool", "resume", "thumbs", "--reason", "maintenance")
                        .out())
                .contains("resumed");
        assertThat(cli.run("", "pool", "resume", "thumbs", "--reason", "maintenance")
                        .out())
                .contains("it was not paused");
        assertThat(shown().at("/state/paused").asBoolean()).isFalse();
        assertThat(refused(3, "pool", "pause", "nowhere", "--reason", "maintenance")
                        .err())
                .contains("there is no pool 'nowhere'");
    }
}
