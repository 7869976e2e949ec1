import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/** A citizen as the public profile shows them; null fields are not on the page. */
export interface Citizen {
  handle: string;
  displayName: string;
  /** Null is shown as "n/a". */
  record: number | null;
  /** In the form of the page: "Mar 14, 2015". */
  enlisted: string | null;
  /** Country, and region after a comma. */
  location: string | null;
  fluency: string | null;
  bio: string | null;
  organization: { sid: string; name: string; rank: string } | "redacted" | null;
}

/** Thrown for a wrong request to the control calls or the profile form. */
export class ControlError extends Error {}

const HANDLE = /^[A-Za-z0-9_-]{3,30}$/;
const keyOf = (handle: string) => handle.toLowerCase();

/** The citizens at the start, each with a different kind of public profile. */
export const seededCitizens: readonly Citizen[] = [
  {
    handle: "Nova_Lindqvist",
    displayName: "Nova Lindqvist",
    record: 2_481_906,
    enlisted: "Feb 3, 2021",
    location: "Denmark, Zealand",
    fluency: "English, Danish",
    bio: "Hauler & medic.\nUsually around Crusader on Thursdays.",
    organization: { sid: "NORDSTAR", name: "Nordic Star", rank: "Pilot" },
  },
  citizen("No-Bio", 1_204_551, { organization: { sid: "QUIET", name: "The Quiet Ones", rank: "Recruit" } }),
  citizen("NoOrganization", 1_204_552, { bio: "Flies alone." }),
  citizen("Redacted_Org", 1_204_553, { bio: "You did not see me.", organization: "redacted" }),
  citizen("NoRecord", null, { bio: "Too early for a number." }),
  citizen("NewName", 1_204_554, { bio: "Was called OldName once." }),
  citizen("BareProfile", 1_204_555, { enlisted: null, location: null, fluency: null }),
];

function citizen(handle: string, record: number | null, more: Partial<Citizen>): Citizen {
  return {
    handle,
    displayName: handle,
    record,
    enlisted: "Mar 14, 2015",
    location: "Sweden",
    fluency: "English",
    bio: null,
    organization: null,
    ...more,
  };
}

/** All citizens by handle, ignoring case; kept in a file when one is named. */
export class Citizens {
  readonly #all = new Map<string, Citizen>();
  readonly #file: string | undefined;

  constructor(file?: string) {
    this.#file = file;
    const saved = file && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Citizen[]) : null;
    this.#fill(saved ?? seededCitizens);
  }

  find(handle: string): Citizen | undefined {
    return this.#all.get(keyOf(handle));
  }

  list(): Citizen[] {
    return [...this.#all.values()];
  }

  /** Adds a citizen with the next record number, or changes one; fields that are not given keep their values. */
  put(handle: string, change: Partial<Omit<Citizen, "handle">> = {}): Citizen {
    if (!HANDLE.test(handle)) throw new ControlError("a handle has 3 to 30 letters, digits, _ or -");
    const known = this.find(handle);
    const next = 1 + Math.max(3_000_000, ...this.list().map(({ record }) => record ?? 0));
    const put = { ...(known ?? citizen(handle, next, {})), ...change, handle: known?.handle ?? handle };
    this.#all.set(keyOf(handle), put);
    this.#save();
    return put;
  }

  /** Gives a citizen another handle; the old one then belongs to nobody. */
  rename(handle: string, to: string): Citizen {
    const known = this.find(handle);
    if (!known) throw new ControlError(`there is no citizen ${handle}`);
    if (keyOf(to) !== keyOf(handle) && this.find(to)) throw new ControlError(`${to} is taken`);
    this.#all.delete(keyOf(handle));
    return this.put(to, known);
  }

  remove(handle: string): void {
    if (!this.#all.delete(keyOf(handle))) throw new ControlError(`there is no citizen ${handle}`);
    this.#save();
  }

  reset(): void {
    this.#fill(seededCitizens);
    this.#save();
  }

  #fill(citizens: readonly Citizen[]): void {
    this.#all.clear();
    for (const each of citizens) this.#all.set(keyOf(each.handle), { ...each });
  }

  #save(): void {
    if (!this.#file) return;
    mkdirSync(dirname(this.#file), { recursive: true });
    writeFileSync(`${this.#file}.new`, JSON.stringify(this.list()));
    renameSync(`${this.#file}.new`, this.#file);
  }
}
