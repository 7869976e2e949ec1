#!/bin/sh
# Expected: ts-ics writes a comma inside a category escaped, as it does in a title, since commas part categories.
# Seen: it leaves it: of two categories a reader makes three.
# The product writes one category, the kind of the event, whose words hold no comma.
. "$(dirname "$0")/run.sh"
install ts-ics@2.4.6 ical.js@2.2.1
cat > try.mjs <<'JS'
import ICAL from "ical.js";
import { generateIcsCalendar } from "ts-ics";
const at = { date: new Date(0) };
const event = { uid: "1@a", stamp: at, start: at, end: { date: new Date(3_600_000) }, summary: "Ore, salt", categories: ["Ore, salt", "Fun"] };
const text = generateIcsCalendar({ version: "2.0", prodId: "-//a//b//EN", events: [event] });
const read = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent");
console.log(JSON.stringify([read.getFirstPropertyValue("summary"), read.getFirstProperty("categories").getValues()]));
JS
seen '["Ore, salt",["Ore"," salt","Fun"]]' "$(node try.mjs)"
