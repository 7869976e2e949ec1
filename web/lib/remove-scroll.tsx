import { type ComponentType, type ReactNode, type Ref, useLayoutEffect, useState } from "react";

type Props = {
  children?: ReactNode;
  as?: ComponentType<{ children?: ReactNode; ref?: Ref<HTMLElement> }>;
  ref?: Ref<HTMLElement>;
};

/**
 * Replaces the package react-remove-scroll, which writes a `<style>` element that the Content-Security-Policy refuses.
 * The style sheet stops scrolling behind a dialog (`html:has([data-modal])`); here the width of the scrollbar is kept,
 * so that nothing moves.
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
