import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  Suspense,
  startTransition,
  useState,
} from "react";
import type * as items from "./menu-items.tsx";
import { part } from "./part.tsx";

type Kit = typeof items;

/** The library behind menus, which no page is drawn with: it is fetched when a user reaches for the first menu. */
let kit: Kit | null = null;

const opened = part(async () => {
  kit = await import("./menu-items.tsx");
  return { default: kit.OpenedMenu };
});

/** A menu that opens from its trigger (a Button or IconButton). Fill it with the items below. */
export function Menu(props: items.MenuProps) {
  const [state, setState] = useState<"closed" | "loading" | "mouse" | "keyboard">("closed");
  const open = async (by: "mouse" | "keyboard") => {
    if (state === "loading") return;
    setState("loading");
    const isThere = await opened.fetch();
    startTransition(() => setState(isThere ? by : "closed"));
  };
  const closed = cloneElement(props.trigger as ReactElement<ComponentProps<"button">>, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    "aria-busy": state === "loading" || undefined,
    onPointerOver: () => void opened.preload(),
    onFocus: () => void opened.preload(),
    // The same events that open it once the library is there.
    onPointerDown: (event) => {
      if (event.button !== 0 || event.ctrlKey) return;
      event.preventDefault();
      void open("mouse");
    },
    onKeyDown: (event) => {
      if (!["Enter", " ", "ArrowDown"].includes(event.key)) return;
      event.preventDefault();
      void open("keyboard");
    },
  });
  if (state === "closed" || state === "loading") return closed;
  return (
    <Suspense fallback={closed}>
      <opened.View {...props} byKeyboard={state === "keyboard"} />
    </Suspense>
  );
}

export const MenuItem = (props: items.ItemProps) => kit && <kit.MenuItem {...props} />;

export const MenuLink = (props: ComponentProps<Kit["MenuLink"]>) => kit && <kit.MenuLink {...props} />;

/** An item that is on or off; the menu stays open. */
export const MenuCheckbox = (props: ComponentProps<Kit["MenuCheckbox"]>) =>
  kit && <kit.MenuCheckbox {...props} />;

/** Items under a heading, one of which is chosen; the menu stays open. */
export const MenuRadioGroup = <Value extends string>(props: items.RadioProps<Value>) =>
  kit && <kit.MenuRadioGroup {...props} />;

export const MenuSeparator = () => kit && <kit.MenuSeparator />;
