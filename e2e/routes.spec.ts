import { DEMO } from "./lib/people.ts";
import { expect, test } from "./lib/test.ts";

test("a page that a role may not open leads to the first one it may", async ({ as }) => {
  const page = await as(DEMO.member);
  await page.goto("/crm");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole("heading", { name: /Jonas$/, level: 1 })).toBeVisible();
  await page.goto("/discord-bots");
  await expect(page).toHaveURL(/\/dashboard$/);
  const navigation = page.getByRole("navigation", { name: "Main navigation" });
  await expect(navigation.getByRole("link")).toHaveText(["Dashboard"]);
});

test("what a role may open is in its navigation", async ({ as }) => {
  const offered = {
    admin: ["Dashboard", "CRM", "Discord bots"],
    officer: ["Dashboard", "CRM", "Discord bots"],
    recruiter: ["Dashboard", "CRM"],
  } as const;
  for (const [role, names] of Object.entries(offered)) {
    const page = await as(DEMO[role as keyof typeof offered]);
    await page.goto("/dashboard");
    const navigation = page.getByRole("navigation", { name: "Main navigation" });
    await expect(navigation.getByRole("link")).toHaveText([...names]);
  }
});

test("paths match in any case and with a trailing slash", async ({ as }) => {
  const page = await as(DEMO.officer);
  await page.goto("/CRM/");
  await expect(page.getByRole("heading", { name: "Recruitment", level: 1 })).toBeVisible();
  await page.goto("/Discord-Bots");
  await expect(page.getByRole("heading", { name: "Discord bots", level: 1 })).toBeVisible();
  await page.goto("/ACCOUNT/");
  await expect(page.getByRole("heading", { name: "My Account", level: 1 })).toBeVisible();
  await page.goto("/auth");
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("an address without a page says so and leads back", async ({ as, page }) => {
  const signedIn = await as(DEMO.officer);
  for (const each of [signedIn, page]) {
    await each.goto("/no/such/page");
    await expect(each.getByRole("heading", { name: "Page not found", level: 1 })).toBeVisible();
  }
  await signedIn.getByRole("link", { name: "Go to the start page" }).click();
  await expect(signedIn).toHaveURL(/\/dashboard$/);
});

test("the account page tells somebody who is signed out where to sign in, and brings them back", async ({
  page,
}) => {
  await page.goto("/account");
  await expect(page.getByText("Access Denied")).toBeVisible();
  await expect(page.getByText("You need to be logged in to view your account.")).toBeVisible();
  await page.getByRole("link", { name: "Login" }).click();
  const form = page.getByRole("form", { name: "Username/Password" });
  await form.getByLabel("Username").fill("member");
  await form.getByLabel("Password").fill(DEMO.member.password);
  await form.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(/\/account$/);
});
