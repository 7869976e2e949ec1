import { expect, type Locator, type Page } from "@playwright/test";
import { toast } from "./crm-page.ts";

export class BotsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.goto("/discord-bots");
    await expect(this.page.getByRole("heading", { name: "Discord bots", level: 1 })).toBeVisible();
  }

  card(name: string): Locator {
    return this.page.getByRole("article", { name });
  }

  /** Returns the panel with files, log and settings of a bot. */
  manager(name: string): Locator {
    return this.page.getByRole("dialog", { name });
  }

  async create(bot: { name: string; description?: string; token: string; clientId: string }): Promise<void> {
    await this.page.getByRole("button", { name: "Create bot" }).click();
    const form = this.page.getByRole("dialog", { name: "Create bot" });
    await form.getByLabel("Name").fill(bot.name);
    await form.getByLabel("Description").fill(bot.description ?? "");
    await form.getByLabel("Token").fill(bot.token);
    await form.getByLabel("Client id").fill(bot.clientId);
    await form.getByRole("button", { name: "Create bot" }).click();
    await expect(toast(this.page, "Bot created")).toContainText(bot.name);
  }

  /** Pastes text at one end of the open file and saves it with the keyboard. */
  async write(at: "start" | "end", text: string): Promise<void> {
    const editor = this.page.getByRole("textbox", { name: "Text of bot.js" });
    await expect(editor).toContainText("command-centre");
    await editor.click();
    await this.page.keyboard.press(at === "start" ? "ControlOrMeta+Home" : "ControlOrMeta+End");
    await editor.evaluate((element, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", pasted);
      element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, text);
    await expect(editor).toContainText(text.trim().slice(0, 20));
    // The toast of an earlier save may still be visible.
    const saved = this.page.waitForResponse(
      (response) => response.request().method() !== "GET" && response.url().includes("/api/bot-files/"),
    );
    await this.page.keyboard.press("ControlOrMeta+s");
    expect((await saved).ok()).toBe(true);
    await expect(toast(this.page, "File saved").last()).toBeVisible();
  }

  async expectStatus(where: Locator, status: string | RegExp): Promise<void> {
    await expect(
      where.getByText(status, typeof status === "string" ? { exact: true } : {}).first(),
    ).toBeVisible();
  }
}
