import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { useNavigate } from "react-router";
import type { CurrentUser } from "../../worker/lib/current-user.schema.ts";
import { palette, shortcutList } from "../features/search/index.ts";
import { useT } from "../lib/i18n/i18n.ts";
import { SearchIcon } from "../ui/icons.tsx";
import type { searchKeys } from "./search-keys.ts";

type Keys = ReturnType<typeof searchKeys>;

/** Opens the palette, by a press or by keys, and follows the keys of pages and of what users can begin. */
export function SearchBox({ user }: { user: CurrentUser }) {
  const t = useT();
  const navigate = useNavigate();
  const [open, setOpen] = useState<"palette" | "shortcuts" | null>(null);
  const [keys, setKeys] = useState<Keys | null>(null);
  const go: Parameters<Keys["follow"]>[0] = useEffectEvent((what) =>
    typeof what === "string" ? setOpen(what) : void navigate(what.to),
  );
  useEffect(() => {
    import("./search-keys.ts").then(
      ({ searchKeys }) => setKeys(searchKeys(user)),
      () => undefined,
    );
  }, [user]);
  useEffect(() => keys?.follow((what) => go(what)), [keys]);
  const rest = { commands: keys?.commands ?? [], onClose: () => setOpen(null) };
  return (
    <>
      <button
        type="button"
        className="btn quiet icon search-box"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen("palette")}
      >
        <SearchIcon size={18} />
        <span>{t("nav.search_box")}</span>
        <kbd className="kbd">{keys?.palette}</kbd>
      </button>
      <Suspense>
        {open === "palette" ? (
          <palette.View user={user} onShortcuts={() => setOpen("shortcuts")} {...rest} />
        ) : null}
        {open === "shortcuts" ? <shortcutList.View {...rest} /> : null}
      </Suspense>
    </>
  );
}
