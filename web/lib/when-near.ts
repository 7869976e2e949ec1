/** The ref of an element: calls `onSeen` when it comes near the screen. */
export const whenNear = (onSeen: () => void) => (element: HTMLElement | null) => {
  if (!element) return;
  const observer = new IntersectionObserver((seen) => seen.some((each) => each.isIntersecting) && onSeen(), {
    rootMargin: "200px",
  });
  observer.observe(element);
  return () => observer.disconnect();
};
