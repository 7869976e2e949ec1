#!/bin/sh
# Expected: ical.js reads the calendar's name as it reads the title of an event: backslashes before commas are no part of it.
# Seen: X-WR-CALNAME has no type that it knows, so that the escapes stay in the name; NAME of RFC 7986 is read the same way.
# With VALUE=TEXT beside it the name is right.
. "$(dirname "$0")/run.sh"
install ical.js@2.2.1
cat > try.mjs <<'JS'
import ICAL from "ical.js";
const read = (line) => {
  const text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//a//b//EN", line, "END:VCALENDAR"].join("\r\n");
  return new ICAL.Component(ICAL.parse(text)).getAllProperties().at(-1).getFirstValue();
};
for (const line of ["SUMMARY:Nord\\, Syd", "NAME:Nord\\, Syd", "X-WR-CALNAME:Nord\\, Syd", "X-WR-CALNAME;VALUE=TEXT:Nord\\, Syd"])
  console.log(`${line.split(":")[0]}: ${read(line)}`);
JS
seen 'SUMMARY: Nord, Syd
NAME: Nord\, Syd
X-WR-CALNAME: Nord\, Syd
X-WR-CALNAME;VALUE=TEXT: Nord, Syd' "$(node try.mjs)"
