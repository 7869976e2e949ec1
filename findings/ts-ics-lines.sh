#!/bin/sh
# Expected: ts-ics folds lines at 75 octets, as RFC 5545 3.1 says.
# Seen: it folds at 75 characters: a Danish title makes lines of up to 89 octets.
# The product takes the unfolded text of the library and folds it by itself.
. "$(dirname "$0")/run.sh"
install ts-ics@2.4.6
cat > try.mjs <<'JS'
import { generateIcsCalendar } from "ts-ics";
const at = { date: new Date(0) };
const summary = "Ørkenfærd på Åland med søde rødgrødsskibe ".repeat(4);
const event = { uid: "1@a", stamp: at, start: at, end: { date: new Date(3_600_000) }, summary };
const text = generateIcsCalendar({ version: "2.0", prodId: "-//a//b//EN", events: [event] });
const octets = text.split("\r\n").map((line) => Buffer.byteLength(line));
console.log(`longest line: ${Math.max(...octets)} octets`);
JS
seen 'longest line: 89 octets' "$(node try.mjs)"
