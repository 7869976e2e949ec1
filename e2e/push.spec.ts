import type { CDPSession, Page } from "@playwright/test";
import { audit, WIDTHS } from "./lib/audit.ts";
import { launchOptions } from "./lib/browser.ts";
import { toast } from "./lib/crm-page.ts";
import { expect, test } from "./lib/test.ts";

// The service worker of one journey would answer the next.
test.use({ isNew: true, serviceWorkers: "allow", launchOptions: launchOptions({ isWhole: true }) });

/** Takes the place of a push service, which a browser without the internet cannot reach: all else is the browser's own. */
async function withoutPushService(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const KEPT = "subscription";
    const base64url = (bytes: ArrayBuffer | Uint8Array) =>
      btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
    type Kept = { endpoint: string; key: string; keys: Record<string, string> };
    const subscription = ({ endpoint, key, keys }: Kept) => ({
      options: { applicationServerKey: Uint8Array.from(atob(key), (each) => each.charCodeAt(0)).buffer },
      toJSON: () => ({ endpoint, expirationTime: null, keys }),
      unsubscribe: async () => sessionStorage.removeItem(KEPT),
    });
    const prototype = PushManager.prototype as unknown as Record<string, unknown>;
    prototype["getSubscription"] = async () => {
      const kept = sessionStorage.getItem(KEPT);
      return kept && subscription(JSON.parse(kept));
    };
    prototype["subscribe"] = async ({ applicationServerKey }: { applicationServerKey: string }) => {
      const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, [
        "deriveBits",
      ]);
      const kept: Kept = {
        endpoint: `https://push.command.example/${crypto.randomUUID()}`,
        key: applicationServerKey.replaceAll("-", "+").replaceAll("_", "/"),
        keys: {
          p256dh: base64url(await crypto.subtle.exportKey("raw", pair.publicKey)),
          auth: base64url(crypto.getRandomValues(new Uint8Array(16))),
        },
      };
      sessionStorage.setItem(KEPT, JSON.stringify(kept));
      return subscription(kept);
    };
  });
}

/** Delivers push messages to the service worker as the browser does for its push service. */
async function postman(page: Page): Promise<(data: object) => Promise<void>> {
  const devtools: CDPSession = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [first] = registrations;
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send("ServiceWorker.enable");
  const registrationId = await registered;
  const origin = new URL(page.url()).origin;
  return async (data) => {
    await devtools.send("ServiceWorker.deliverPushMessage", {
      origin,
      registrationId,
      data: JSON.stringify(data),
    });
  };
}

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, lang, tag }) => ({
      title,
      body,
      lang,
      tag,
    }));
  });

const devices = async (page: Page): Promise<unknown[]> =>
  (await (await page.request.get("/api/push")).json()).devices;

test("a member turns push on by a press, is shown a message that opens its page, and loses push with the browser's permission", async ({
  as,
  people,
}) => {
  const page = await as(await people.hire("Pia Push", "recruiter"));
  await withoutPushService(page);
  await page.context().grantPermissions(["notifications"]);
  await page.goto("/account/notifications");
  const panel = page.getByRole("region", { name: "Push on this device" });
  await expect(panel.getByText("Off", { exact: true })).toBeVisible();
  expect(await devices(page)).toEqual([]);
  await panel.getByRole("button", { name: "Turn on" }).focus();
  await page.keyboard.press("Enter");
  await expect(toast(page, "Push is on")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Turn off" })).toBeVisible();
  await audit(page, "push", [WIDTHS[1]]);

  // Its push service is not there: the server says so, and keeps the device for another try.
  await panel.getByRole("button", { name: "Send a test" }).click();
  await expect(toast(page, "Devices not reached: 1")).toBeVisible();
  expect(await devices(page)).toHaveLength(1);

  const [worker] = page.context().serviceWorkers();
  // The browser takes a notification away after 25 seconds, on a busy machine before the last look at it, and loses one that it
  // is asked for while it shows it: the journey looks only at what the service worker has shown to the end.
  await worker?.evaluate(() => {
    Object.assign(globalThis, { ended: 0 });
    const { prototype } = ServiceWorkerRegistration;
    const { showNotification } = prototype;
    prototype.showNotification = async function (title, options) {
      await showNotification.call(this, title, { ...options, requireInteraction: true });
      (globalThis as unknown as { ended: number }).ended++;
    };
  });
  const ended = () => worker?.evaluate(() => (globalThis as unknown as { ended: number }).ended);
  const deliver = await postman(page);
  const navigate = new URL("/my-hangar", page.url()).href;
  const words = { title: "Command Centre", body: "Otto gav dig rollen Officer.", lang: "da", tag: "abc" };
  await deliver({ web_push: 8030, notification: { ...words, navigate } });
  await expect.poll(ended).toBe(1);
  expect(await shown(page)).toEqual([words]);
  await deliver({ web_push: 8030, notification: { ...words, navigate } });
  await deliver({
    web_push: 8030,
    notification: { ...words, tag: "other", navigate: "https://evil.example/" },
  });
  await expect.poll(ended).toBe(3);
  expect((await shown(page)).map(({ tag }) => tag).sort()).toEqual(["abc", "other"]);
  // Only a press on a notification may open a window; the browser then opens this address.
  await worker?.evaluate(async () => {
    const scope = globalThis as unknown as {
      registration: ServiceWorkerRegistration;
      clients: { openWindow: (url: string) => Promise<null> };
      NotificationEvent: new (type: string, init: object) => Event;
    };
    const addresses: string[] = [];
    Object.assign(globalThis, { addresses });
    scope.clients.openWindow = async (url) => {
      addresses.push(url);
      return null;
    };
    for (const notification of await scope.registration.getNotifications()) {
      dispatchEvent(new scope.NotificationEvent("notificationclick", { notification }));
    }
  });
  const opened = () =>
    worker?.evaluate(() => [...(globalThis as unknown as { addresses: string[] }).addresses].sort());
  const start = new URL("/", page.url()).href;
  await expect.poll(() => shown(page)).toEqual([]);
  await expect.poll(opened).toEqual([start, navigate]);

  await page.context().clearPermissions();
  await page.reload();
  await expect(panel.getByText(/^Off$|The browser blocks notifications/)).toBeVisible();
  await expect.poll(() => devices(page)).toEqual([]);
});

test("each browser shows what it can do about push, in Danish on a phone", async ({ as, people }) => {
  const reader = await people.hire("Dora Dansk", "recruiter");
  await people.call(reader, "PATCH", "/api/user/language", { language: "da" });
  const page = await as(reader);
  await page.setViewportSize(WIDTHS[1]);
  await page.goto("/account/notifications");
  const panel = page.getByRole("region", { name: "Push på denne enhed" });
  await expect(panel).toBeVisible();
  await page.addInitScript(() => {
    Reflect.deleteProperty(globalThis, "PushManager");
  });
  await page.reload();
  await expect(panel.getByText("Denne browser har ikke push")).toBeVisible();
  await page.addInitScript(() => {
    Object.defineProperty(navigator, "userAgent", { value: "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1)" });
  });
  await page.reload();
  await expect(panel.getByText("Læg først Command Centre på din hjemmeskærm")).toBeVisible();
  await audit(page, "push on an iPhone", [WIDTHS[1]]);
});

test("a page that is opened offline says so in the reader's language, and reloads when the connection is back", async ({
  as,
  people,
  watch,
}) => {
  watch.expect(/net::ERR_(FAILED|INTERNET_DISCONNECTED)/, /\/api\/live' failed/);
  // Requests of the previous page.
  watch.expect(/A part of the program could not be fetched/);
  const page = await as(await people.hire("Ole Offline", "recruiter"));
  await page.goto("/account");
  await page.evaluate(() => navigator.serviceWorker.ready);
  const context = page.context();
  await context.setOffline(true);
  await page.goto("/crm");
  await expect(page.getByRole("heading", { name: "You are offline" })).toBeVisible();
  await expect(page).toHaveTitle("You are offline · Command Centre");
  await audit(page, "offline", WIDTHS);
  await page.evaluate(() => localStorage.setItem("language", "da"));
  await page.reload();
  await expect(page.getByRole("heading", { name: "Du er offline" })).toBeVisible();
  await page.getByRole("button", { name: "Prøv igen" }).click();
  await expect(page.getByRole("heading", { name: "Du er offline" })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("heading", { name: "CRM", level: 1 })).toBeVisible();
});
