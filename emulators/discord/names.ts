import type { Random } from "./random.ts";

const first = [
  "Astra",
  "Bjørn",
  "Cinder",
  "Dusk",
  "Ember",
  "Frej",
  "Gale",
  "Hydra",
  "Ivar",
  "Jolt",
  "Kestrel",
  "Lynx",
  "Mælk",
  "Nova",
  "Orbit",
  "Pulse",
  "Quasar",
  "Rune",
  "Søren",
  "Torden",
  "Ulv",
  "Vega",
  "Wraith",
  "Xeno",
  "Ymer",
  "Zephyr",
  "Åse",
  "Ærø",
  "Østen",
  "Skygge",
  "Kåre",
  "Lærke",
  "Drift",
  "Comet",
  "Rogue",
  "Silent",
  "Iron",
  "Frost",
  "Copper",
  "Salt",
  "Night",
  "Void",
  "Solar",
  "Magnus",
  "Freja",
  "Sigrid",
  "Astrid",
  "Vagn",
  "Rød",
  "Blå",
] as const;

const last = [
  "falcon",
  "hauler",
  "runner",
  "wing",
  "fox",
  "miner",
  "drake",
  "anvil",
  "salvage",
  "rider",
  "hammer",
  "blade",
  "raven",
  "jensen",
  "bæk",
  "skov",
  "sø",
  "ørn",
  "havn",
  "stjerne",
  "gård",
  "bjerg",
  "lund",
  "holm",
  "quill",
  "spark",
  "drifter",
  "scout",
  "gunner",
  "pilot",
  "lantern",
  "compass",
  "thorn",
  "otter",
  "badger",
  "walker",
  "smith",
  "ward",
] as const;

const plain: Record<string, string> = { æ: "ae", ø: "oe", å: "aa" };

/**
 * Returns a name in the form of Discord's user names: lower case, 2 to 32 of a-z, digits, underscore and full stop.
 */
export function plainName(text: string): string {
  return text
    .toLowerCase()
    .replace(/[æøå]/g, (letter) => plain[letter] ?? "")
    .replace(/[^a-z0-9._]/g, "")
    .slice(0, 32);
}

/** Makes names: user names are unique; display names may be null and may have Danish letters. */
export function nameSource(random: Random): () => { username: string; globalName: string | null } {
  const taken = new Set<string>();
  return () => {
    const start = random.pick(first);
    const end = random.pick(last);
    const joint = random.pick(["", "", ".", "_"]);
    const base = plainName(`${start}${joint}${end}`);
    let username = random.chance(0.25) ? `${base}${random.below(90) + 10}` : base;
    while (taken.has(username)) username = `${base}${random.below(90_000) + 10}`;
    taken.add(username);
    const shown = random.pick([
      start,
      `${start} ${end[0]?.toUpperCase()}${end.slice(1)}`,
      `${start}${end}`,
      `${start} ${random.below(900) + 100}`,
    ]);
    return { username, globalName: random.chance(0.2) ? null : shown };
  };
}
