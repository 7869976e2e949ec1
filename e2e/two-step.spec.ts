import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { expect, test } from "./lib/test.ts";
import { TOKEN_CHANGED } from "./lib/watch.ts";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Returns the code of an authenticator app with a key, `steps` of 30 seconds from now. */
function appCode(key: string, steps = 0): string {
  const bits = [...key.replaceAll(" ", "")].map((each) => LETTERS.indexOf(each).toString(2).padStart(5, "0"));
  const bytes = bits.join("").match(/.{8}/g) ?? [];
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + steps));
  const secret = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** Gives the browser of a page a virtual passkey device that answers by itself. */
async function addDevice(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("WebAuthn.enable");
  await devtools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

test("a user turns on two-step sign-in, confirms their identity in place, and signs in with an app, in Danish on a phone, and with a passkey", async ({
  as,
  leave,
  people,
  watch,
}) => {
  watch.expect(/status of 403 .*\/recovery-codes$/, /status of 400 .*\/api\/login\/second-factor$/);
  watch.expect(...TOKEN_CHANGED);
  watch.expect(/ERR_FAILED .*\/api\/user(\/second-factor)?$/);
  const tove = await people.hire("Tove Two", "recruiter");
  const page = await as(tove);
  await addDevice(page);
  // An address that earlier messages have.
  await page.goto("/account#second-factor");
  await expect(page).toHaveURL(/\/account\/security$/);
  const panel = page.getByRole("region", { name: "Two-step sign-in" });
  await expect(panel.getByText("Recovery codes")).toHaveCount(0);

  const setUp = panel.getByRole("button", { name: "Set up" });
  await setUp.click();
  const app = page.getByRole("dialog", { name: "Set up an authenticator app" });
  await expect(app.getByRole("img", { name: "QR code for the app" })).toBeVisible();
  await expect(app.getByLabel("Code from the app")).toBeFocused();
  await audit(page, "authenticator app");
  await page.keyboard.press("Escape");
  await expect(setUp).toBeFocused();
  await page.keyboard.press("Enter");
  const key = await app.getByLabel("Key").inputValue();
  // The requests after turning the app on fail; the recovery codes are shown nevertheless, because they are shown
  // only once.
  for (const path of ["**/api/user", "**/api/user/second-factor"])
    await page.route(path, (route) => route.abort());
  await app.getByLabel("Code from the app").fill(appCode(key));
  await page.keyboard.press("Enter");
  const codes = page.getByRole("dialog", { name: "Keep your recovery codes" });
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  await audit(page, "recovery codes", [WIDTHS[1]]);
  for (const path of ["**/api/user", "**/api/user/second-factor"]) await page.unroute(path);
  await codes.getByRole("button", { name: "I have kept them" }).click();
  await expect(panel.getByRole("button", { name: "Add", exact: true })).toBeFocused();
  await page.reload();
  await expect(panel.getByText("10 left")).toBeVisible();

  await panel.getByRole("button", { name: "Add", exact: true }).click();
  const add = page.getByRole("dialog", { name: "Add a passkey" });
  await add.getByLabel("Name").fill("My laptop");
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("button", { name: "Remove the passkey My laptop" })).toBeVisible();

  // As if half an hour had passed: the request is refused once, and repeated after the proof.
  const refusal = { code: "reauthentication_required", status: 403, detail: "Confirm that it is you first." };
  await page.route(
    "**/recovery-codes",
    (route) => route.fulfill({ status: 403, contentType: "application/problem+json", json: refusal }),
    { times: 1 },
  );
  await panel.getByRole("button", { name: "Make new" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Make new" }).click();
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await expect(proof.getByLabel("Password")).toBeFocused();
  await audit(page, "proof", WIDTHS);
  await proof.getByRole("button", { name: "Use a passkey" }).click();
  await proof.getByRole("button", { name: "Use a passkey" }).click();
  await expect(codes.getByRole("listitem")).toHaveCount(10);
  const [recoveryCode = ""] = await codes.getByRole("listitem").allTextContents();
  await codes.getByRole("button", { name: "I have kept them" }).click();

  const phone = await as(null);
  await phone.setViewportSize(WIDTHS[1]);
  await phone.goto("/auth");
  await phone.getByRole("button", { name: "Dansk" }).click();
  await phone.getByRole("textbox", { name: "Brugernavn" }).fill(tove.username);
  await phone.getByLabel("Adgangskode").fill(tove.password);
  await phone.keyboard.press("Enter");
  await expect(phone.getByRole("heading", { name: "Et trin mere", level: 1 })).toBeVisible();
  await audit(phone, "second step in Danish", [WIDTHS[1]]);
  await phone.getByRole("button", { name: "Brug appens kode" }).click();
  await expect(phone.getByLabel("Kode fra din app")).toBeFocused();
  await phone.getByRole("button", { name: "Log ind" }).click();
  await expect(phone.getByLabel("Kode fra din app")).toBeFocused();
  await phone.keyboard.type("12 3");
  await phone.keyboard.press("Enter");
  await expect(phone.getByLabel("Kode fra din app")).toHaveAccessibleDescription("Seks cifre");
  await phone.keyboard.type("000000");
  await phone.keyboard.press("Enter");
  await expect(phone.getByLabel("Kode fra din app")).toHaveAccessibleDescription(/forkert/);
  await audit(phone, "wrong code in Danish", [WIDTHS[1]]);
  await phone.getByLabel("Kode fra din app").fill(appCode(key, 1));
  await phone.keyboard.press("Enter");
  await expect(phone).toHaveURL(/\/dashboard$/);
  await phone.goto("/account/security");
  await expect(phone.getByRole("region", { name: "Login i to trin" })).toContainText("My laptop");
  await audit(phone, "two-step sign-in in Danish", [WIDTHS[1]]);
  await leave(phone);

  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page.getByRole("textbox", { name: "Username" }).fill(tove.username);
  await page.getByLabel("Password", { exact: true }).fill(tove.password);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: "Use a passkey" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Welcome back!")).toBeVisible();

  const other = await as(null);
  await other.goto("/auth");
  await other.getByRole("textbox", { name: "Username" }).fill(tove.username);
  await other.getByLabel("Password", { exact: true }).fill(tove.password);
  await other.keyboard.press("Enter");
  await other.getByRole("button", { name: "Use a recovery code" }).click();
  await other.keyboard.type("A1");
  await other.keyboard.press("Enter");
  await expect(other.getByLabel("Recovery code")).toHaveAccessibleDescription(/^Sixteen letters and digits/);
  await other.keyboard.type(recoveryCode);
  await other.keyboard.press("Enter");
  await expect(toast(other, "Welcome back!")).toBeVisible();
});
