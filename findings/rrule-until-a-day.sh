#!/bin/sh
# Expected: a series of evenings with UNTIL as a bare day ends at the same evening for whoever reads it.
# Seen: rrule-temporal takes the day in, ical.js ends at its midnight, so that calendars that read the same series with one or the
# other differ by one evening. RFC 5545 3.3.10 wants a time in UTC beside a start with a time zone.
# The product ends a series at the last minute of its day, and writes every date of it into the feed.
. "$(dirname "$0")/run.sh"
install rrule-temporal@2.2.8 temporal-polyfill@1.0.8 ical.js@2.2.1
cat > try.mjs <<'JS'
import "temporal-polyfill/global";
import ICAL from "ical.js";
const { RRuleTemporal } = await import("rrule-temporal");
const rule = "FREQ=DAILY;UNTIL=20260107";
const first = new RRuleTemporal({ rruleString: `DTSTART;TZID=Europe/Copenhagen:20260105T200000\nRRULE:${rule}` });
console.log(`rrule-temporal: ${first.all().map((each) => each.day).join(" ")}`);
const iterator = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString("2026-01-05T20:00:00"));
const days = [];
for (let next = iterator.next(); next; next = iterator.next()) days.push(next.day);
console.log(`ical.js: ${days.join(" ")}`);
JS
seen 'rrule-temporal: 5 6 7
ical.js: 5 6' "$(node try.mjs)"
