/** The ref of an element: calls `onSeen` when it comes near the screen, `margin` pixels at most. */
export const whenNear =
  (onSeen: () => void, margin = 200) =>
  (element: HTMLElement | null) => {
    if (!element) return;
    const observer = new IntersectionObserver(
      (seen) => seen.some((each) => each.isIntersecting) && onSeen(),
      {
        rootMargin: `${margin}px`,
      },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
