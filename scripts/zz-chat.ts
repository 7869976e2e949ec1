import { chromium } from "@playwright/test";

const url = process.argv[2] ?? "";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium" });
const page = await browser.newPage({ viewport: { width: Number(process.argv[3] ?? 1440), height: 1000 } });
page.on("console", (m) => m.type() === "error" && console.log("console", m.text()));
await page.goto(url);
await page.getByText("Freja Ravn").click();
await page.getByRole("button", { name: "Open the chat" }).click();
await page.waitForLoadState();
const field = page.getByRole("textbox").or(page.getByRole("combobox")).last();
for (const line of (process.argv[4] ?? "/events").split("|")) {
  await field.fill(line);
  await field.press("Enter");
  await page.waitForTimeout(2500);
}
await page.screenshot({ path: "/tmp/chat2.png" });
if (process.argv[5]) {
  await page.getByRole("button", { name: process.argv[5] }).first().click();
  await page.waitForTimeout(2500);
}
await page.screenshot({ path: "/tmp/chat2.png" });
await browser.close();
