import { useLocation, useSearchParams } from "react-router";

/** Marks what opens a prospect, so that the focus finds its way back to it. */
export const openerMark = (name: string) => ({ "data-opener": name });

/** The address's query with a prospect open over the page, or with none. */
export function withProspect(params: URLSearchParams, id: number | null): URLSearchParams {
  const next = new URLSearchParams(params);
  if (id === null) next.delete("prospect");
  else next.set("prospect", String(id));
  return next;
}

function readOpener(state: unknown): string | null {
  const isNamed = typeof state === "object" && state !== null && "opener" in state;
  return isNamed && typeof state.opener === "string" ? `[data-opener="${CSS.escape(state.opener)}"]` : null;
}

/** The prospect that is open over the page. It lives in the address, so that Back closes it. */
export function useProspectDialog() {
  const [params, setParams] = useSearchParams();
  const { state } = useLocation();
  const text = params.get("prospect") ?? "";
  return {
    id: /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null,
    /** Selector of the marked element that opened it. */
    opener: readOpener(state),
    open: (id: number, opener: string) =>
      setParams((now) => withProspect(now, id), { state: { opener }, preventScrollReset: true }),
    close: () => setParams((now) => withProspect(now, null), { replace: true, preventScrollReset: true }),
  };
}
