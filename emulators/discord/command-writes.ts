const day = 86_400_000;
/** The most commands that may be created in a scope on one day. */
const mostCreates = 200;

export type CommandChange = "created" | "changed" | "unchanged" | "deleted";

/** Counts what requests did to the commands of an application. */
export class CommandWrites {
  readonly #entries: { at: number; scope: string; change: CommandChange }[] = [];

  add(at: number, scope: string, change: CommandChange): void {
    this.#entries.push({ at, scope, change });
  }

  /** Returns how often each kind of change was made in the 24 hours before `now`, in all scopes or in one. */
  counts(now: number, scope?: string): Record<CommandChange, number> {
    const counts = { created: 0, changed: 0, unchanged: 0, deleted: 0 };
    for (const entry of this.#entries)
      if (entry.at > now - day && (scope === undefined || entry.scope === scope)) counts[entry.change] += 1;
    return counts;
  }

  mayCreate(now: number, scope: string, count: number): boolean {
    return this.counts(now, scope).created + count <= mostCreates;
  }

  clear(): void {
    this.#entries.length = 0;
  }
}
