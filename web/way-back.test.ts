/// <reference types="node" />
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const WEB = import.meta.dirname;

/** How code reads what came with an address, or what a page left for a later one. */
const READS =
  /\bnew URLSearchParams\(\s*location|\blocation\.(search|hash)|\buseSearchParams\(|\buseLocation\(|\bsessionStorage\b|\bsearchParams\.get\(|\bhistory\.state\b|\bwindow\.name\b|\bdocument\.referrer\b|addEventListener\(\s*"message"/;

/** Files that read so, each with the test that alters what it reads or with why nothing follows from it. */
const STATED: Record<string, string> = {
  "features/account/sign-in-panel.tsx": "features/account/outcomes.test.ts",
  "features/account/account-page.tsx":
    "The path and the fragment choose a section, each of which asks for what its reader may see.",
  "features/account/profile-section.tsx": "The part of the page that the fragment names is scrolled to.",
  // The server decides about the token, see worker/way-back.test.ts.
  "features/auth/link-token.ts": "A token in the fragment opens a form.",
  "features/auth/sign-in-page.tsx":
    "One of a few errors is shown, and the address is returned to as lib/wanted.ts has it.",
  "features/backup/restore/restore-panel.tsx": "The part of the page that the fragment names is scrolled to.",
  "features/prospects/record/prospect-dialog-view.tsx":
    "The next record opens over the page whose path this is.",
  "lib/address.ts": "lib/address.test.ts",
  "lib/live-socket.ts": "lib/live-socket.test.ts",
  "lib/private-storage.ts": "Kept inputs of forms and drafts, which are shown in their own fields.",
  "lib/remembered.ts": "Kept filters are read as those of an address.",
  "lib/session.tsx":
    "Other tabs of this site say that the session changed, which is then asked of the server.",
  "lib/wanted.ts": "lib/wanted.test.ts",
  "reach.ts": "reach.test.ts",
  "router.tsx": "The path chooses a page, whose permission counts.",
  "shell/shell.tsx": "A page that is opened at a fragment stays there, and others begin at their top.",
  "ui/form.tsx": "The address is a part of the name under which inputs are kept.",
};

const sources = globSync("**/*.{ts,tsx}", { cwd: WEB, exclude: ["**/*.test.ts", "testing/**"] });

test("each file that reads what an address says, or what an earlier page kept, is named with its test or its reason", () => {
  const reading = sources.filter((file) => READS.test(readFileSync(join(WEB, file), "utf8")));
  assert.deepEqual(reading.sort(), Object.keys(STATED).sort());
  const tests = Object.values(STATED).filter((each) => each.endsWith(".test.ts"));
  for (const path of tests) assert.ok(readFileSync(join(WEB, path), "utf8").includes("test("), path);
});
