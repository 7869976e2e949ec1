import type { Frame } from "@playwright/test";
import { violations } from "./lib/audit.ts";
import { openFrames, resize, speak, visit } from "./lib/framed.ts";
import {
  cutTexts,
  lastingBars,
  layoutFaults,
  lostMarks,
  markBackgrounds,
  movements,
  spaceText,
} from "./lib/layout.ts";
import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

type Need = string | { any: string[] } | { all: string[] } | undefined;
type Areas = {
  PLACES: { path: string; need?: Need }[];
  TABS: { of: string; key: string; need?: Need }[];
};
type Can = { can: (permissions: string[], need: Need) => boolean };

const { PLACES, TABS }: Areas = await import(new URL("../web/areas.ts", import.meta.url).href);
const { can }: Can = await import(new URL("../web/lib/can.ts", import.meta.url).href);

/** Views of pages besides the one that they open with. */
const VIEWS = ["/crm?tab=team&view=board", "/crm?tab=team&view=list", "/my-hangar?view=list"];

const WINDOW = { width: 1440, height: 900 };
/** A window of 1280 × 900 px at 400 %. */
const MAGNIFIED = { width: 320, height: 225 };
const EVERY_WIDTH = { first: 320, last: 1920, step: 40 };
const TWO_WIDTHS = { first: 320, last: 1280, step: 960 };

/** Returns every address that a user with these permissions can open: pages, their tabs, their views. */
function addressesFor(permissions: string[]): string[] {
  return PLACES.filter(({ need }) => can(permissions, need)).flatMap(({ path }) => {
    const tabs = TABS.filter(({ of, need }) => of === path && can(permissions, need));
    const views = VIEWS.filter((view) => view.startsWith(`${path}?`));
    return tabs.length > 0 ? tabs.map(({ key }) => `${path}?tab=${key}`) : [path, ...views];
  });
}

async function expectLayout(frame: Frame, what: string): Promise<void> {
  expect.soft(await layoutFaults(frame, EVERY_WIDTH), what).toEqual([]);
}

async function expectSpacedText(frame: Frame, what: string): Promise<void> {
  await spaceText(frame, true);
  const faults = [...(await layoutFaults(frame, TWO_WIDTHS)), ...(await cutTexts(frame))];
  expect.soft(faults, `${what}, spaced text`).toEqual([]);
  await spaceText(frame, false);
}

async function expectAdapted(frame: Frame, what: string): Promise<void> {
  const page = frame.page();
  expect.soft(await movements(frame), `${what}, reduced motion`).toEqual([]);
  await resize(frame, MAGNIFIED);
  expect.soft(await lastingBars(frame), `${what}, magnified to 400 %`).toEqual([]);
  await resize(frame, WINDOW);
  await markBackgrounds(frame);
  await page.emulateMedia({ forcedColors: "active" });
  expect.soft(await lostMarks(frame), `${what}, forced colours`).toEqual([]);
  await page.emulateMedia({ forcedColors: null });
  expect.soft(await violations(frame), `${what}, axe`).toEqual([]);
}

for (const [role, account] of Object.entries(DEMO))
  test(`every page of the role ${role} holds at every width, magnified, with spaced text, in forced colours and with axe`, async ({
    as,
    people,
  }) => {
    // Walks every page: how long that takes says nothing of them.
    test.setTimeout(600_000);
    const { permissions } = await people.call<{ permissions: string[] }>(account, "GET", "/api/user");
    const frames = await openFrames(await as(account), WINDOW);
    const addresses = addressesFor(permissions);
    const opening = async (index: number) => {
      const [address, frame] = [addresses[index], frames[index % 2]];
      if (address && frame) await visit(frame, address);
    };
    let coming = opening(0);
    for (const [index, address] of addresses.entries()) {
      const frame = frames[index % 2] as Frame;
      await coming;
      // Loads the next page meanwhile.
      coming = opening(index + 1);
      for (const language of ["en", "da"] as const) {
        const what = `${address}, ${role}, ${language}`;
        await speak(frame, language);
        await expectLayout(frame, what);
        await expectSpacedText(frame, what);
      }
      await expectAdapted(frame, `${address}, ${role}`);
    }
  });
