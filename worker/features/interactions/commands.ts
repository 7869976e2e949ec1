import type { Command } from "../../lib/commands/command.ts";
import type { Feature } from "../../lib/feature.ts";

/** All commands of the features, by their English names. */
export const commandsOf = (features: readonly Feature[]): ReadonlyMap<string, Command> =>
  new Map(
    features
      .flatMap(({ commands = [] }) => (typeof commands === "function" ? commands(features) : commands))
      .map((each) => [each.name.en, each]),
  );
