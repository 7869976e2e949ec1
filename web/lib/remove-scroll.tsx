import { type ComponentType, type ReactNode, type Ref, useLayoutEffect, useState } from "react";

type Props = {
  children?: ReactNode;
  as?: ComponentType<{ children?: ReactNode; ref?: Ref<HTMLElement> }>;
  ref?: Ref<HTMLElement>;
};

/**
 * Stands in for the package react-remove-scroll, which writes a `<style>` element that our
 * Content-Security-Policy refuses. Scrolling behind a dialog is stopped by the style sheet
 * (`html:has([data-modal])`); here only the room of the scrollbar is kept, so that nothing jumps.
 */
export function RemoveScroll({ children, as: Wrapper, ref }: Props) {
  const [hasScrollbar] = useState(() => innerWidth > document.documentElement.clientWidth);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    if (!hasScrollbar || style.scrollbarGutter) return;
    style.scrollbarGutter = "stable";
    return () => {
      style.scrollbarGutter = "";
    };
  }, [hasScrollbar]);
  return Wrapper ? <Wrapper {...(ref ? { ref } : {})}>{children}</Wrapper> : children;
}

RemoveScroll.classNames = { fullWidth: "", zeroRight: "" };
