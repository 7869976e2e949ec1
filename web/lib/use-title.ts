import { useEffect } from "react";

/** Names the document after a dialog while it is open. */
export function useTitleMeanwhile(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Command Centre`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
