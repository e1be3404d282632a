#!/bin/sh
# Holdfast on PostgreSQL side by side with its peers, in one run on one server; prints the ratio table: compare.sh --help
# Runs where it is started: the server's data goes into a folder there and is deleted at the end.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
(cd "$here/.." && mvn -q -Dmaven.test.skip=true -pl benchmarks -am package) >&2
for java in "${JAVA_HOME:-/none}/bin/java" "$(command -v java || echo /none)" /usr/lib/jvm/*/bin/java; do
    [ -x "$java" ] || continue
    version=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java.specification.version = //p')
    [ "${version%%.*}" -lt 21 ] || exec "$java" -XX:+UseSerialGC -cp "$here/target/classes:$(cat "$here/target/class-path")" \
        dev.holdfast.benchmarks.table.Comparison "$@"
done
echo 'compare.sh: needs Java 21 or newer: set JAVA_HOME to it' >&2
exit 127
