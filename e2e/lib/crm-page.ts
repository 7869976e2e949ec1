import { expect, type Locator, type Page } from "@playwright/test";
import { expectFocusIn } from "./keyboard.ts";
import { ENGLISH, type Words } from "./words.ts";

export class CrmPage {
  readonly page: Page;
  readonly words: Words;

  constructor(page: Page, words: Words = ENGLISH) {
    this.page = page;
    this.words = words;
  }

  /** Opens the page with filters in its address, such as `tab=team&view=list`. */
  async open(query = ""): Promise<void> {
    await this.page.goto(query ? `/crm?${query}` : "/crm");
    // A dialog that the address opens hides the page behind it.
    const heading = { name: this.words.recruitment, level: 1, includeHidden: true };
    await expect(this.page.getByRole("heading", heading)).toBeVisible();
  }

  /** Types a search and waits until it is in the address of the page. */
  async search(text: string): Promise<void> {
    await this.page.getByRole("textbox", { name: this.words.search }).fill(text);
    await expect(this.page).toHaveURL((url) => url.searchParams.get("q") === text);
  }

  /** Searches for a prospect, opens it, and waits until its dialog has the focus. */
  async openProspect(name: string): Promise<Locator> {
    await this.search(name);
    await this.page.getByRole("link", { name, exact: true }).click();
    const dialog = this.dialog(name);
    await expectFocusIn(dialog);
    return dialog;
  }

  /** Opens a prospect's dialog over the board; returns it with its field for notes. */
  async openNotes({ id, displayName }: { id: number; displayName: string }) {
    await this.open(`tab=team&prospect=${id}`);
    const dialog = this.dialog(displayName);
    const notes = dialog.getByRole("textbox", { name: "Notes" });
    await expect(notes).toBeVisible();
    return { dialog, notes };
  }

  dialog(name: string): Locator {
    return this.page.getByRole("dialog", { name: `CRM - ${name}` });
  }

  column(name: string): Locator {
    return this.page.getByRole("region", { name: new RegExp(`^${name} `) });
  }

  /** Returns the card of a prospect on the board, or within a column of it. */
  card(name: string, within: Page | Locator = this.page): Locator {
    return within.getByRole("article").filter({ has: this.page.getByRole("link", { name, exact: true }) });
  }

  /** Sets a deadline from the menu of an open prospect. */
  async setDeadline(dialog: Locator, deadline: string): Promise<void> {
    await dialog.getByRole("button", { name: this.words.setDeadline }).click();
    await this.page.getByRole("menuitem", { name: deadline, exact: true }).click();
  }

  async chooseAssignee(dialog: Locator, name: string): Promise<void> {
    const choices = dialog.getByRole("group", { name: this.words.responsible });
    await choices.getByRole("radio", { name: new RegExp(`^${name} `) }).check();
  }
}

/** Returns the visible toast with a title. */
export function toast(page: Page, title: string | RegExp): Locator {
  return page.locator("article:not([data-bot])").filter({ has: page.getByText(title) });
}
