import type { Frame } from "@playwright/test";
import { faults } from "./lib/audit.ts";
import { follow, openFrame, resize, speak, touch, visit } from "./lib/framed.ts";
import {
  cutTexts,
  lastingBars,
  layoutFaults,
  lostMarks,
  markBackgrounds,
  movements,
  PHONES,
  spaceText,
  tabsAt,
} from "./lib/layout.ts";
import { hrefsOf, isOpened, kindOf, OF_OTHERS } from "./lib/links.ts";
import { type Account, DEMO } from "./lib/people.ts";
import { shapeOf } from "./lib/shape.ts";
import { test as base, expect } from "./lib/test.ts";

type Need = string | { any: string[] } | { all: string[] } | undefined;
type Areas = {
  PLACES: { path: string; need?: Need }[];
  TABS: { parent: string; key: string; need?: Need }[];
};
type Can = { can: (permissions: string[], need: Need) => boolean };

const { PLACES, TABS }: Areas = await import(new URL("../web/areas.ts", import.meta.url).href);
const { can }: Can = await import(new URL("../web/lib/can.ts", import.meta.url).href);

/** Views of pages other than their default one. */
const VIEWS = ["/crm?tab=team&view=board", "/crm?tab=team&view=list", "/my-hangar?view=list"];
/** A small page of every role, on which the frame around all pages is checked, too. */
const SMALL = "/notifications";

const WINDOW = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };
/** A window of 1280 × 900 px at 400 %. */
const MAGNIFIED = { width: 320, height: 225 };
const EVERY_WIDTH = Array.from({ length: 41 }, (_, at) => 320 + at * 40);
const THREE_WIDTHS = [320, 768, 1280];
const TWO_WIDTHS = [320, 1280];

type User = { permissions: string[]; displayName: string; username: string };

/** Returns every address of a page that a user with these permissions can open, or of all users: the page, its tabs, its views. */
function addressesOf(path: string, permissions: string[] | null): string[] {
  const isOpen = (need: Need) => permissions === null || can(permissions, need);
  if (!PLACES.some((place) => place.path === path && isOpen(place.need))) return [];
  const tabs = TABS.filter(({ parent, need }) => parent === path && isOpen(need));
  const views = VIEWS.filter((view) => view.startsWith(`${path}?`));
  return tabs.length > 0 ? tabs.map(({ key }) => `${path}?tab=${key}`) : [path, ...views];
}

const pathOf = (address: string) => address.replace(/\?.*/, "");

/** A frame in which the roles sign in one after another; a worker keeps it, with the browser's cache. */
type Framed = { frame: Frame; signIn: (account: Account) => Promise<void> };

const test = base.extend<{ framed: Framed }, { own: Framed }>({
  own: [
    async ({ browser, people, product }, use, { project }) => {
      const { locale = "en-GB", timezoneId = "UTC" } = project.use;
      const look = { locale, timezoneId, colorScheme: "dark", reducedMotion: "reduce" } as const;
      const options = { baseURL: product, viewport: WINDOW, serviceWorkers: "block" } as const;
      const context = await browser.newContext({ ...options, ...look });
      const page = await context.newPage();
      const frame = await openFrame(page, WINDOW);
      const signIn = async (account: Account) => {
        // Requests of the previous page must not reach the next user.
        await frame.goto("/favicon.svg");
        await context.clearCookies();
        await page.evaluate(() => {
          localStorage.clear();
          sessionStorage.clear();
        });
        await context.addCookies(await people.cookies(account));
      };
      await use({ frame, signIn });
      await context.close();
    },
    { scope: "worker" },
  ],
  framed: async ({ own, watch }, use) => {
    const unfollow = watch.follow(own.frame.page().context());
    await use(own);
    unfollow();
  },
});

/** Checks a page at every width and setting that users may have. */
async function look(frame: Frame, what: string): Promise<void> {
  const page = frame.page();
  const none = async (found: Promise<string[]>, how: string) =>
    expect.soft(await found, `${what}, ${how}`).toEqual([]);
  const spaced = async (language: string) => {
    await spaceText(frame, true);
    await none(layoutFaults(frame, TWO_WIDTHS), `${language}, spaced text`);
    await none(cutTexts(frame), `${language}, spaced text`);
    await spaceText(frame, false);
  };
  await none(faults(frame), "1440 px, dark, English");
  await none(movements(frame), "reduced motion");
  await markBackgrounds(frame);
  await page.emulateMedia({ forcedColors: "active" });
  await none(lostMarks(frame), "forced colours");
  await page.emulateMedia({ forcedColors: null });
  await none(layoutFaults(frame, EVERY_WIDTH), "English");
  await spaced("English");
  await none(cutTexts(frame, [...PHONES, 768]), "English");
  await resize(frame, MAGNIFIED);
  await none(lastingBars(frame), "magnified to 400 %");
  await touch(page, true);
  await speak(frame, "da");
  await none(layoutFaults(frame, THREE_WIDTHS), "Danish");
  await spaced("Danish");
  await none(cutTexts(frame, [...PHONES, 768]), "Danish, cut on a touch screen");
  await page.emulateMedia({ colorScheme: "light" });
  await resize(frame, PHONE);
  await none(faults(frame), "360 px, light, Danish");
  await touch(page, false);
  await page.emulateMedia({ colorScheme: "dark" });
  await resize(frame, WINDOW);
  await speak(frame, "en");
}

/** Every page once, though tabs may lead to it several times. */
const PATHS = [...new Set(PLACES.map(({ path }) => path))];

/** A page of the application that is a document of its own. */
const DOCUMENT = "/accessibility";

/**
 * Returns links that do not open for a user with these permissions: those offered to the user, and those on the records that
 * these open. Leaves out pages that the walk opens anyway.
 */
async function refusedOf(frame: Frame, offered: Iterable<string>, permissions: string[]): Promise<string[]> {
  const paths = PATHS.filter((path) => addressesOf(path, permissions).length > 0);
  const known = new Set([...paths, ...paths.flatMap((path) => addressesOf(path, permissions))].map(kindOf));
  const [open, refused] = [[...offered], [] as string[]];
  for (let href = open.shift(); href !== undefined; href = open.shift()) {
    if (known.has(kindOf(href)) || href === "/") continue;
    known.add(kindOf(href));
    if (href === DOCUMENT) {
      if (!(await frame.page().request.get(href)).ok()) refused.push(href);
    } else if (!PATHS.includes(pathOf(href).replace(/#.*/, ""))) refused.push(href);
    else {
      await follow(frame, href);
      if (!(await isOpened(frame, href))) refused.push(`${href} → ${frame.url()}`);
      open.push(...(await hrefsOf(frame)));
    }
  }
  return refused;
}

/** The pages in parts of about the same number of addresses, which workers share. */
function partsOf(count: number): string[][] {
  const parts = Array.from({ length: count }, () => ({ paths: [] as string[], addresses: 0 }));
  const sizeOf = (path: string) => addressesOf(path, null).length;
  for (const path of PATHS.toSorted((one, other) => sizeOf(other) - sizeOf(one))) {
    const least = parts.toSorted((one, other) => one.addresses - other.addresses)[0];
    least?.paths.push(path);
    if (least) least.addresses += sizeOf(path);
  }
  return parts.map(({ paths }) => paths);
}
const PARTS = partsOf(4);

for (const [at, paths] of PARTS.entries())
  test(`every page of every role holds at every width, magnified, with spaced text, in forced colours and with axe, and every link opens, part ${at + 1} of ${PARTS.length}`, async ({
    framed: { frame, signIn },
    people,
    watch,
  }) => {
    watch.expect(OF_OTHERS);
    // A page that looks the same for another role was checked already.
    const seen = new Set<string>();
    for (const [role, account] of Object.entries(DEMO)) {
      const { permissions, displayName } = await people.call<User>(account, "GET", "/api/user");
      const names = displayName.split(" ");
      const own = [displayName, ...names, names.map(([first]) => first).join("")];
      await signIn(account);
      await visit(frame, SMALL);
      let before = SMALL;
      const tabsOf = { path: "", place: "" };
      // One link of each kind that the role is offered.
      const offered = new Map<string, string>();
      for (const address of paths.flatMap((path) => addressesOf(path, permissions))) {
        const path = pathOf(address);
        // Reaches another tab of the page from elsewhere, so that everything on it is its own.
        if (address !== before && path === pathOf(before)) await follow(frame, SMALL);
        if (address !== before) await follow(frame, address);
        before = address;
        expect.soft(new URL(frame.url()).pathname, role).toBe(path);
        const place = address === path ? null : await tabsAt(frame, [1440, 768, 360]);
        if (place) {
          if (tabsOf.path !== path) Object.assign(tabsOf, { path, place });
          expect.soft(place, `tabs of ${address}, ${role}`).toBe(tabsOf.place);
        }
        for (const href of await hrefsOf(frame)) offered.set(kindOf(href), href);
        const [main, ...navigation] = await shapeOf(frame, path === SMALL ? "body" : "#main", own);
        const shapes = [`${address} ${main}`, ...navigation];
        if (shapes.every((shape) => seen.has(shape))) continue;
        for (const shape of shapes) seen.add(shape);
        await look(frame, `${address}, ${role}`);
      }
      const refused = await refusedOf(frame, offered.values(), permissions);
      expect.soft(refused, `links that do not open, ${role}`).toEqual([]);
    }
  });

test("the walk opens every page, and has an account of every role", async ({ people }) => {
  expect(PARTS.flat().toSorted()).toEqual(PATHS.toSorted());
  expect(PATHS).toContain(SMALL);
  for (const { parent } of TABS) expect(PATHS).toContain(parent);
  for (const view of VIEWS) expect(PATHS).toContain(pathOf(view));
  const roles = await people.call<{ name: string; key: string | null }[]>(DEMO.admin, "GET", "/api/roles/1");
  const users = await Promise.all(
    Object.values(DEMO).map((account) => people.call<{ role: string }>(account, "GET", "/api/user")),
  );
  const own = roles.filter(({ key }) => key !== null).map(({ name }) => name);
  expect(users.map(({ role }) => role).toSorted()).toEqual(own.toSorted());
});
