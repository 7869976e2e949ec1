import { writeFileSync } from "node:fs";
import { makeNotificationsDocument } from "./lib/notifications-document.ts";
import { inRoot } from "./lib/paths.ts";

// `npm run notifications` writes the tables of all kinds of notifications, docs/notifications.md.
writeFileSync(inRoot("docs/notifications.md"), await makeNotificationsDocument());
console.log("Wrote docs/notifications.md.");
