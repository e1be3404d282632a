// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.holdfast.core.work.PoolPolicy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The example in docs/pools.md is what it says: the whole of a document, with the defaults. */
class PoolsPageTest {
    private static final Pattern EXAMPLE = Pattern.compile("(?s)```yaml\\n(.*?)```");

    private static String example() throws IOException {
        Matcher found = EXAMPLE.matcher(Files.readString(Path.of("..", "docs", "pools.md")));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    @Test
    void hasTheDefaultsAndAnExampleOfWhatIsEmptyByDefault() throws IOException {
        PoolDocument document = PoolDocument.read("docs/pools.md", DocumentFormat.YAML, example());

        PoolPolicy policy = document.policy(Optional.empty());

        assertThat(policy.capacity()).isNotEmpty();
        assertThat(policy.domains()).isNotEmpty();
        assertThat(policy.labels()).isNotEmpty();
        assertThat(policy.withCapacity(Map.of()).withDomains(Map.of()).withLabels(Map.of()))
                .isEqualTo(PoolPolicy.DEFAULT);
        assertThat(document.pool()).contains("thumbnails");
        assertThat(document.revision()).contains(0);
    }

    @Test
    void hasEveryMember() throws IOException {
        List<String> written = example()
                .lines()
                .filter(line -> line.matches(" {2}\\w.*"))
                .map(line -> line.strip().replaceFirst(":.*", ""))
                .toList();

        assertThat(written)
                .containsExactlyElementsOf(
                        PolicyMember.ALL.stream().map(PolicyMember::name).toList());
    }
}
