import type { CurrentUser } from "../../worker/lib/current-user.schema.ts";
import { commandsFor } from "../commands.ts";
import { followKeys, MOD, rowKeys } from "../lib/shortcuts.ts";

/** The keys of the search box, which are loaded after the first page. */
export const searchKeys = (user: CurrentUser) => {
  const commands = commandsFor(user.permissions);
  return {
    commands,
    /** The keys that open the palette. */
    palette: `${MOD} K`,
    /** Follows the keys of the page until the returned function is called. @param open opens an address or a dialog */
    follow(open: (what: { to: string } | "palette" | "shortcuts") => void): () => void {
      const listener = followKeys((keys) => {
        const command = commands.find((each) => each.keys === keys);
        if (command) open(command);
        else if (keys === "Mod+k" || keys === "/") open("palette");
        else if (keys === "?") open("shortcuts");
        else return rowKeys.run(keys);
        return true;
      });
      addEventListener("keydown", listener);
      return () => removeEventListener("keydown", listener);
    },
  };
};
