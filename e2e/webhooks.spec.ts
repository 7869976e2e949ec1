import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";
import { audit, WIDTHS } from "./lib/audit.ts";
import { toast } from "./lib/crm-page.ts";
import { expect, test } from "./lib/test.ts";
import { TOKEN_CHANGED } from "./lib/watch.ts";

type Message = { body: string; headers: Record<string, string> };

/** A program on this machine that receives webhooks; `status` is its answer. */
async function startReceiver() {
  const receiver = { status: 200, url: "", messages: [] as Message[], end: async () => {} };
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    receiver.messages.push({ body, headers: request.headers as Record<string, string> });
    response.writeHead(receiver.status, { "Content-Type": "text/plain" }).end("upstream is restarting");
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks/cc`;
  receiver.end = () =>
    new Promise((ended) => {
      server.closeAllConnections();
      server.close(() => ended());
    });
  return receiver;
}

test("an administrator adds a webhook after a proof, keeps its secret, sees a test arrive and one fail, sends that again, and looks after it in Danish on a phone", async ({
  as,
  people,
  watch,
}) => {
  // The address that is refused, and the request before the proof.
  watch.expect(...TOKEN_CHANGED);
  watch.expect(/status of 40[03] .*\/api\/webhooks$/);
  const wanda = await people.hire("Wanda Webhook", "administrator");
  const receiver = await startReceiver();
  try {
    const page = await as(wanda);
    await page.goto("/admin?tab=programs");
    const list = page.getByRole("region", { name: "Webhooks" });
    await expect(list.getByText("No webhooks")).toBeVisible();
    await list.getByRole("button", { name: "Add" }).click();
    const form = page.getByRole("dialog", { name: "Add webhook" });
    await form.getByLabel("Name").fill("Nordic Star wiki");
    await form.getByLabel("Address").fill("https://10.0.0.1/hook");
    await form.getByRole("button", { name: "Add webhook" }).click();
    await expect(form.getByText(/^Enter an https address on the internet/)).toBeVisible();
    await audit(page, "adding a webhook");
    await form.getByLabel("Address").fill(receiver.url);
    // As if half an hour had passed: the request is refused once, and repeated after the proof.
    const refusal = {
      code: "reauthentication_required",
      status: 403,
      detail: "Confirm that it is you first.",
    };
    await page.route(
      "**/api/webhooks",
      (route) =>
        route.request().method() === "POST"
          ? route.fulfill({ status: 403, contentType: "application/problem+json", json: refusal })
          : route.fallback(),
      { times: 1 },
    );
    await form.getByRole("button", { name: "Add webhook" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
    await proof.getByLabel("Password").fill(wanda.password);
    await page.keyboard.press("Enter");

    const panel = page.getByRole("region", { name: "Nordic Star wiki" });
    const secret = await panel.getByLabel("Signing secret").inputValue();
    expect(secret).toMatch(/^whsec_/);
    await audit(page, "a new webhook", [WIDTHS[1]]);
    await panel.getByRole("button", { name: "I have it" }).click();
    await expect(panel.getByLabel("Signing secret")).toBeHidden();
    await expect(panel).not.toContainText(secret);

    await panel.getByRole("button", { name: "Send a test" }).click();
    await expect(toast(page, "Test on its way")).toBeVisible();
    const deliveries = panel.getByRole("list", { name: "Deliveries" });
    await expect(deliveries.getByRole("listitem")).toContainText(/webhook\.test\s*200/);
    const [first] = receiver.messages;
    expect(new Webhook(secret).verify(first?.body ?? "", first?.headers ?? {})).toMatchObject({
      type: "webhook.test",
    });

    receiver.status = 503;
    await panel.getByRole("button", { name: "Send a test" }).click();
    await panel.getByRole("link", { name: "Failed" }).click();
    await expect(deliveries.getByRole("listitem")).toContainText("Given up, tries: 1");
    await deliveries.getByRole("button", { name: "webhook.test", exact: true }).focus();
    await page.keyboard.press("Enter");
    await expect(deliveries.getByRole("region", { name: "Answered" })).toContainText(
      /^503\s+upstream is restarting$/,
    );
    await audit(page, "what a webhook was sent");
    receiver.status = 200;
    await deliveries.getByRole("button", { name: "Retry: webhook.test" }).click();
    await expect(panel.getByText("No such deliveries")).toBeVisible();
    expect(receiver.messages).toHaveLength(3);
    const [, failed, again] = receiver.messages;
    expect([again?.headers["webhook-id"], again?.body]).toEqual([
      failed?.headers["webhook-id"],
      failed?.body,
    ]);

    await panel.getByRole("button", { name: "Actions for Nordic Star wiki" }).click();
    await page.getByRole("menuitem", { name: "Replace secret" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Replace secret" }).click();
    const other = panel.getByLabel("Signing secret");
    await expect(other).not.toHaveValue(secret);
    await expect(panel.getByText(/^The old one signs as well until/)).toBeVisible();
    await panel.getByRole("button", { name: "I have it" }).click();

    // Uses the session of the page, whose token the proof has changed.
    const headers = { Origin: new URL(page.url()).origin };
    await page.request.patch("/api/user/language", { data: { language: "da" }, headers });
    await page.setViewportSize(WIDTHS[1]);
    await page.reload();
    await panel.getByRole("button", { name: "Sæt på pause" }).click();
    await expect(panel.getByRole("button", { name: "Genoptag" })).toBeVisible();
    await expect(list.getByRole("link", { name: /Nordic Star wiki/ })).toContainText("På pause");
    await panel.getByRole("link", { name: "Alle" }).click();
    await audit(page, "webhooks in Danish", [WIDTHS[1]]);
    await panel.getByRole("button", { name: "Handlinger for Nordic Star wiki" }).click();
    await page.getByRole("menuitem", { name: "Slet webhook" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Slet webhook" }).click();
    await expect(toast(page, "Webhook slettet")).toBeVisible();
    await expect(list.getByText("Ingen webhooks")).toBeVisible();
  } finally {
    await receiver.end();
  }
});
