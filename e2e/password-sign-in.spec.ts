import { audit, WIDTHS } from "./lib/audit.ts";
import { CrmPage, toast } from "./lib/crm-page.ts";
import { suffix } from "./lib/discord.ts";
import { DEMO } from "./lib/people.ts";
import { addProspect } from "./lib/prospects.ts";
import { expect, test } from "./lib/test.ts";
import { SESSION_ENDED } from "./lib/watch.ts";

test("a wrong password is reported and keeps the form; the right one leads to the requested page", async ({
  page,
  watch,
}) => {
  watch.expect(/status of 401 .*\/api\/login$/);
  await page.goto("/crm?tab=team&view=list&stage=active");
  await expect(page.getByRole("heading", { name: "Sign in", level: 1 })).toBeVisible();
  const form = page.getByRole("form", { name: "Username/Password" });
  await form.getByLabel("Username").fill("officer");
  await form.getByLabel("Password").fill("not the password");
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(toast(page, "Login failed")).toContainText("Username or password is wrong.");
  await expect(form.getByLabel("Username")).toHaveValue("officer");

  await form.getByLabel("Password").fill(DEMO.officer.password);
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(toast(page, "Welcome back!")).toContainText("Logged in as Freja Ravn");
  await expect(page.getByRole("heading", { name: "CRM", level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/crm\?tab=team&view=list&stage=active$/);
});

test("signing in without a requested page leads to the dashboard; signing out closes it in every tab", async ({
  page,
  context,
  watch,
}) => {
  // The other tab may still send requests.
  watch.expect(...SESSION_ENDED);
  await page.goto("/");
  await expect(page).toHaveURL(/\/auth$/);
  const form = page.getByRole("form", { name: "Username/Password" });
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(form.getByLabel("Username")).toHaveAccessibleDescription("Required");
  await form.getByLabel("Username").fill("MEMBER");
  await form.getByLabel("Password").fill(DEMO.member.password);
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("heading", { name: /Jonas$/, level: 1 })).toBeVisible();

  const other = await context.newPage();
  await other.goto("/account");
  await expect(other.getByRole("heading", { name: "My Account", level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(toast(page, "Logged out")).toContainText("You have been successfully logged out");
  await expect(page.getByRole("heading", { name: "Sign in", level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(other.getByText("You need to be logged in to view your account.")).toBeVisible();
});

test("an account is created after the mistakes in the form are corrected, and the user lands on their application", async ({
  as,
  page,
  watch,
}) => {
  watch.expect(/status of 4\d\d .*\/api\/register$/, ...SESSION_ENDED);
  const username = `newcomer.${suffix()}`;
  const shortest = [{ settingKey: "password_length", settingValue: 7 }];
  await page.route("**/public-settings", (route) => route.fulfill({ json: shortest }));
  await page.goto("/auth");
  await page.getByRole("tab", { name: "Create Account" }).click();
  const form = page.getByRole("form", { name: "Create Account" });
  const field = (name: string) => form.getByLabel(name);
  await expect(field("Password")).toHaveAccessibleDescription("At least 7 characters");
  await form.getByRole("button", { name: "Create account" }).click();
  await expect(field("Username")).toHaveAccessibleDescription(/^Required/);
  await expect(field("Username")).toBeFocused();

  await field("Username").fill("ab");
  await field("Password").fill("short");
  await field("E-mail (optional)").fill("nowhere");
  await form.getByRole("button", { name: "Create account" }).click();
  await expect(field("Username")).toHaveAccessibleDescription(/at least 3 characters/i);
  // Shown once, at the fields.
  await expect(toast(page, "Registration failed")).toHaveCount(0);
  await expect(field("Username")).toBeFocused();
  for (const name of ["Username", "Password", "E-mail (optional)"]) {
    await expect(field(name)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(field("E-mail (optional)")).toHaveValue("nowhere");
  await audit(page, "registration with errors", WIDTHS);

  await field("Username").fill(username);
  await field("Password").fill("deep-space-nine-0");
  await field("E-mail (optional)").fill("newcomer@example.org");
  await field("Display name (optional)").fill("Newcomer Nell");
  await field("Display name (optional)").press("Enter");
  await expect(toast(page, "Account created!")).toContainText("Welcome Newcomer Nell");
  // The front door of the demo is open: who is no member applies.
  await expect(page).toHaveURL(/\/application$/);
  await expect(page.getByRole("heading", { name: "About you", level: 1 })).toBeVisible();
  await page.goto("/account");
  await expect(page.getByRole("heading", { name: "Good to have you, Newcomer Nell" })).toBeVisible();
  await expect(page.getByText("newcomer@example.org")).toBeVisible();
  const why = page.getByText("That page opens once you are a member.");
  await expect(why).toBeHidden();
  await page.goto("/organization?tab=events");
  await expect(why).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link")).toHaveCount(0);
  await page.goto("/tools/contracts");
  await expect(page).toHaveURL(/\/application$/);
  await page.goto("/account");

  // Not a member yet; an administrator can sign them out nevertheless.
  const administrator = await as(DEMO.admin);
  await administrator.goto("/admin?tab=users&status=none&q=Newcomer");
  await administrator.getByRole("button", { name: "Actions for Newcomer Nell" }).click();
  await administrator.getByRole("menuitem", { name: "End sessions" }).click();
  const question = administrator.getByRole("alertdialog", { name: "End all sessions of Newcomer Nell?" });
  await question.getByRole("button", { name: "End sessions" }).click();
  await expect(toast(administrator, "Signed out everywhere")).toContainText("Newcomer Nell");
  await expect(page.getByRole("dialog", { name: "Sign in again" })).toBeVisible();
});

const BANNERS = {
  discord_auth_failed: "Sign-in failed. Try again.",
  not_synced:
    "We don't know this Discord account yet. Join our server and say hello, or create an account below.",
  auth_error: "Sign-in error. Try again later.",
  session_error: "Your session could not be started. Try again.",
};

test("every outcome of signing in through Discord is explained, and no other text of an address is shown", async ({
  page,
}) => {
  for (const code of ["something else", "constructor", "NOT_SYNCED", ""]) {
    await page.goto(`/auth?error=${encodeURIComponent(code)}`);
    await expect(page.getByRole("link", { name: "Continue with Discord" })).toBeVisible();
    await expect(page.getByRole("alert"), code).toHaveCount(0);
  }
  for (const [code, text] of Object.entries(BANNERS)) {
    await page.goto(`/auth?error=${encodeURIComponent(code)}`);
    await expect(page.getByRole("alert").filter({ hasText: text }), code).toBeVisible();
  }
  await audit(page, "sign-in with a banner", WIDTHS);
});

test("a note survives the end of the session, and signing out leaves nothing for the next user of the browser", async ({
  page,
  people,
  watch,
}) => {
  watch.expect(...SESSION_ENDED, /net::ERR_CACHE_MISS/);
  const anna = await people.hire("Anna Shared", "officer");
  const prospect = await addProspect(people, "Nia Shared");
  const crm = new CrmPage(page);
  const signIn = async ({ username, password }: typeof anna) => {
    const form = page.getByRole("form", { name: "Username/Password" });
    await form.getByLabel("Username").fill(username);
    await form.getByLabel("Password").fill(password);
    await form.getByRole("button", { name: "Sign in" }).click();
  };
  /** Returns what scripts can find in the browser, without the settings of the appearance. */
  const stored = () =>
    page.evaluate(() =>
      [...Object.keys(localStorage), ...Object.keys(sessionStorage)]
        .filter((key) => !["theme", "language", "crm-view"].includes(key))
        .toSorted(),
    );
  /** Makes saving notes fail, or work again; requests that Playwright answers would bypass the browser's cache. */
  const breakSaving = (isBroken: boolean) =>
    page.evaluate((broken) => {
      const own = globalThis as typeof globalThis & { plain?: typeof fetch };
      const plain = own.plain ?? own.fetch;
      own.plain = plain;
      own.fetch = (path, options) =>
        broken && String(path).endsWith("/notes") ? Promise.reject(new TypeError()) : plain(path, options);
    }, isBroken);
  /** Returns addresses of the API that the page has requested for prospects. */
  const asked = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map(({ name }) => name)
        .filter((name) => name.includes("/api/prospects/")),
    );
  /** Returns whether the browser's cache answers one of them. */
  const isCached = (paths: string[]) =>
    page.evaluate(async (all) => {
      const answers = all.map((path) => fetch(path, { cache: "only-if-cached", mode: "same-origin" }));
      return (await Promise.allSettled(answers)).some((each) => each.status === "fulfilled" && each.value.ok);
    }, paths);
  await page.goto(`/crm?tab=team&prospect=${prospect.id}`);
  await signIn(anna);
  const notes = crm.dialog(prospect.displayName).getByRole("textbox", { name: "Notes" });
  await expect(notes).toBeVisible();
  const [readerOfAnna] = await stored();
  // Her note cannot be saved, so this browser keeps it.
  await breakSaving(true);
  await notes.fill("Only Anna knows this");
  await expect.poll(stored).toEqual([expect.stringMatching(/^prospect-note:/), readerOfAnna]);
  const paths = await asked();
  expect(await isCached(paths)).toBe(true);

  // An administrator ends her session: the page asks for her password and holds her note in memory only.
  const memberId = await people.memberId(anna);
  await people.call(DEMO.admin, "DELETE", `/api/members/${memberId}/sessions`);
  const again = page.getByRole("dialog", { name: "Sign in again" });
  await expect(again).toBeVisible();
  await expect.poll(stored).toEqual([]);
  await expect.poll(() => isCached(paths)).toBe(false);
  await breakSaving(false);
  await again.getByLabel("Password").fill(anna.password);
  await again.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(again).toBeHidden();
  await expect(notes).toHaveValue("Only Anna knows this");

  // She signs out with another unsaved note, and the next user signs in.
  await breakSaving(true);
  await notes.fill("Nor shall anybody know this");
  await expect.poll(stored).toEqual([expect.stringMatching(/^prospect-note:/), readerOfAnna]);
  await page.goto("/account");
  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await expect(page.getByRole("heading", { name: "Sign in", level: 1 })).toBeVisible();
  expect(await stored()).toEqual([]);
  expect(await isCached(paths)).toBe(false);
  await page.goBack();
  await expect(page.getByRole("heading", { name: "Sign in", level: 1 })).toBeVisible();
  await expect(page.getByText(prospect.displayName)).toHaveCount(0);

  await signIn(DEMO.member);
  await expect(page.getByRole("heading", { name: /Jonas$/, level: 1 })).toBeVisible();
  expect(await stored()).toEqual([expect.stringMatching(/^reader:/)]);
  expect(await stored()).not.toContain(readerOfAnna);
  await expect(page.getByText(anna.displayName)).toHaveCount(0);
});
