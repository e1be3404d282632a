// SPDX-License-Identifier: Apache-2.0
package dev.holdfast.jdbc;

import dev.holdfast.core.work.Account;
import java.util.List;

/** An account as one line of text, where a row refers to one. */
public final class AccountText {
    private AccountText() {}

    public static String write(Account account) {
        return new Fields()
                .line(account.scope().name(), account.owner(), account.what())
                .text();
    }

    public static Account read(String text) {
        List<String> line = Fields.parse(text).getFirst();
        return new Account(Account.Scope.valueOf(line.get(0)), line.get(1), line.get(2));
    }
}
