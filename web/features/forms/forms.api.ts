import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import { mutate } from "swr";
import { isSameForm } from "../../../worker/features/forms/changes.schema.ts";
import type { FormContent } from "../../../worker/features/forms/forms.schema.ts";
import type { Form, VersionContent } from "../../../worker/features/forms/records.schema.ts";
import { request } from "../../lib/api.ts";
import { onReconnected } from "../../lib/connection.ts";
import { createDrafts, type Draft, draftShape } from "../../lib/drafts.ts";
import { topicsChanged } from "../../lib/live.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { useUser } from "../../lib/session.tsx";
import { useDrafts } from "../../lib/use-drafts.ts";

const pathOf = (organizationId: number) => `/api/forms/${organizationId}`;

export const useForms = () => useOfOrganization<Form[]>(pathOf, ["forms"]);

/** A form whose people were not counted, with those that were counted before. */
const withCounts = (form: Form, { versions: known }: Form): Form => ({
  ...form,
  versions: form.versions.map((each) => {
    const before = known.find(({ number }) => number === each.number);
    return { ...each, answered: before?.answered ?? null, filling: before?.filling ?? null };
  }),
});

/** Sends a change of a form, and shows the form that is answered. */
export function useSend() {
  const { user } = useUser();
  return async (method: "POST" | "PUT", path: string, body: object): Promise<Form> => {
    const list = pathOf(user?.organizationId ?? 0);
    const saved = await request<Form>(path || list, { method, body });
    await mutate<Form[]>(
      list,
      (all = []) =>
        all.some(({ id }) => id === saved.id)
          ? all.map((each) => (each.id === saved.id ? withCounts(saved, each) : each))
          : [...all, saved],
      { revalidate: false },
    );
    topicsChanged(["activity"]);
    return saved;
  };
}

/** What a version of a form asks. @throws ApiError */
export const readVersion = (formId: number, number: number): Promise<VersionContent> =>
  request<VersionContent>(`/api/forms/${formId}/versions/${number}`);

const drafts = createDrafts<Draft, Form>("form", draftShape);

/** Milliseconds without typing after which a draft is saved. */
const PAUSE = 900;

const contentIn = (draft: Draft | null | undefined): FormContent | null =>
  draft ? (JSON.parse(draft.text) as FormContent) : null;

/**
 * The draft of a form as it is typed. It is saved when typing pauses; until then, and while that fails, this browser keeps it.
 * What others save is shown at once, unless something of one's own waits: then saving it is a clash.
 */
export function useFormDraft(form: Form) {
  const send = useSend();
  const { id } = form;
  const all = useDrafts(drafts, useUser().user?.id ?? 0);
  const kept = all.draftOf(id);
  const state = all.stateOf(id);
  const [content, setContent] = useState(() => contentIn(kept) ?? form.draft);
  const [seen, setSeen] = useState(form.version);
  const [savedAt, setSavedAt] = useState<number | null>(null);
  /** What the edit began from. */
  const base = useRef(form);
  /** The newest of both, for those who edit later than they were drawn. */
  const now = useRef({ content, form });
  useLayoutEffect(() => {
    now.current = { content, form };
  }, [content, form]);
  if (seen !== form.version) {
    setSeen(form.version);
    if (!kept) {
      base.current = form;
      // What was typed last keeps its spaces.
      if (!isSameForm(content, form.draft)) setContent(form.draft);
    }
  }
  /** @param change the new content, or what makes it of the newest, for a press that may come after another edit */
  const edit = (change: FormContent | ((newest: FormContent) => FormContent)) => {
    const { content, form } = now.current;
    const next = typeof change === "function" ? change(content) : change;
    const kept = all.draftOf(id);
    now.current = { content: next, form };
    setContent(next);
    if (all.stateOf(id)?.kind === "failed") all.settle(id);
    if (!kept && form.version > base.current.version) base.current = form;
    const version = kept?.version ?? base.current.version;
    all.type(id, { text: JSON.stringify(next), version }, isSameForm(next, base.current.draft));
  };
  const begin = async (over?: number): Promise<Form | null> => {
    const result = await all.save(id, {
      over,
      send: (draft, version) => send("PUT", `/api/forms/${id}/draft`, { content: contentIn(draft), version }),
    });
    if (result?.kind !== "saved") return null;
    base.current = result.saved;
    setSavedAt(Date.now());
    return result.saved;
  };
  /** The save that is under way: a second one waits for its answer. */
  const running = useRef<Promise<Form | null>>(null);
  const save = (over?: number): Promise<Form | null> => {
    running.current ??= begin(over).finally(() => {
      running.current = null;
    });
    return running.current;
  };
  const saveNow = useEffectEvent(() => void save());
  const waits = kept !== undefined && state === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change waits anew
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(saveNow, PAUSE);
    return () => clearTimeout(timer);
  }, [waits, kept?.text]);
  const hasFailed = state?.kind === "failed";
  useEffect(() => (hasFailed ? onReconnected(saveNow) : undefined), [hasFailed]);
  return {
    content,
    edit,
    base: base.current,
    state,
    isWaiting: kept !== undefined,
    savedAt,
    save,
    /** Shows what another user saved instead of one's own. */
    takeTheirs: (theirs: Form) => {
      all.discard(id);
      base.current = theirs;
      setContent(theirs.draft);
      topicsChanged(["forms"]);
    },
    /** Saves what waits, and returns the version of the form then; null where that fails. */
    flush: async (): Promise<number | null> => {
      const before = await running.current;
      if (all.draftOf(id) === undefined) return before?.version ?? form.version;
      return (await save())?.version ?? null;
    },
    /** Shows a draft that the server made. */
    show: (saved: Form) => {
      all.discard(id);
      base.current = saved;
      setContent(saved.draft);
    },
  };
}
export type FormDraft = ReturnType<typeof useFormDraft>;
