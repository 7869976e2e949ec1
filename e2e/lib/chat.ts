import { expect, type Locator, type Page } from "@playwright/test";
import type { GuildPerson } from "./discord.ts";

/** The chat of the emulated Discord, in which a person uses the application's commands. */
export class Chat {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /**
   * Opens it as a person.
   * @param address the chat's own address, which contains the key of the consent page
   */
  async open(
    address: string,
    person: Pick<GuildPerson, "id">,
    {
      place = "guild",
      locale = "en-GB",
      channel,
    }: { place?: string; locale?: "en-GB" | "da"; channel?: string } = {},
  ): Promise<void> {
    const query = { user: person.id, place, locale, ...(channel ? { channel } : {}) };
    await this.page.goto(`${address}?${new URLSearchParams(query)}`);
    await expect(this.#field).toBeVisible();
  }

  get #field(): Locator {
    return this.page.locator("#text");
  }

  /** The address of the chat, whose key is the one that the sign-in leads to. */
  static async address(baseURL = ""): Promise<string> {
    const answer = await fetch(`${baseURL}/api/auth/discord`, { redirect: "manual" });
    const { origin, pathname } = new URL(answer.headers.get("Location") ?? "");
    return `${origin}/${pathname.split("/")[1]}/chat`;
  }

  /** Sends a command such as `/find who:Kira`, or an ordinary message. */
  async say(text: string): Promise<void> {
    await this.#field.fill(text);
    await this.#field.press("Enter");
  }

  /** Types and returns what is suggested. */
  async suggestions(text: string): Promise<Locator> {
    await this.#field.fill(text);
    return this.page.locator("#suggestions [role=option]");
  }

  /** Returns the newest message that contains the text. */
  message(text: string | RegExp): Locator {
    return this.page.getByRole("article").filter({ hasText: text }).last();
  }

  get modal(): Locator {
    return this.page.getByRole("dialog");
  }

  /** Uses a user or message command on the author of a message, or on the message. */
  async use(command: string, message: Locator): Promise<void> {
    await message.locator("details.menu > summary").click();
    await message.getByRole("button", { name: command }).click();
  }
}
