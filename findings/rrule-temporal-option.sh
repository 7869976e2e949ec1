#!/bin/sh
# Expected: rrule-temporal computes dates with the Temporal that its option `temporal` names.
# Seen: it computes with the one that it found when it was imported, the runtime's or its own, and only makes its answers of the
# named one. So another Temporal cannot be handed over, and dates follow the runtime's wherever there is one.
# The product computes in UTC, hands the start over as a text, and compares the dates with another Temporal in a test.
. "$(dirname "$0")/run.sh"
install rrule-temporal@2.2.8 temporal-polyfill@1.0.8
cat > try.mjs <<'JS'
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
let calls = 0;
const counted = new Proxy(Temporal, { get: (all, name) => { calls += 1; return all[name]; } });
const start = "DTSTART;TZID=Europe/Copenhagen:20260105T200000";
const dates = (temporal) =>
  new RRuleTemporal({ rruleString: `${start}\nRRULE:FREQ=DAILY;COUNT=400`, ...(temporal && { temporal }) }).all();
const handed = dates(counted);
console.log(`${handed.length} dates, ${handed[0] instanceof Temporal.ZonedDateTime ? "of" : "not of"} the named Temporal`);
console.log(`${calls <= handed.length * 2 ? "about one look at it for each answer" : "many looks at it"}`);
JS
seen '400 dates, of the named Temporal
about one look at it for each answer' "$(node try.mjs)"
