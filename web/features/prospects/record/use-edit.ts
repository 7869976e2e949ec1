import { useState } from "react";
import type { Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { errorText } from "../../../lib/api.ts";
import { useUser } from "../../../lib/session.tsx";
import { toast } from "../../../lib/toast.ts";
import { type Edit, sendEdit, staleRecord } from "../record.api.ts";

/** An edit that met a newer record: what it was made from, what it wanted, and how things are now. */
export type Conflict = { base: Prospect; edit: Edit; current: Prospect };

/** The toast that tells of a failure; its text carries the server's message. */
type Failure = { title: string; text?: (detail: string) => string };

/** Member id of the reader; null for somebody without a membership. */
export function useMe(): number | null {
  const { user } = useUser();
  return user?.member?.id ?? null;
}

/**
 * Edits one prospect and keeps what can come of it: under way, refused with an error, or met by somebody
 * else's change, which waits for a decision.
 */
export function useEdit() {
  const me = useMe();
  const [running, setRunning] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [conflict, setConflict] = useState<Conflict | null>(null);

  /** Resolves to the record as saved, null when it was not. With `failure` an error is told in a toast too. */
  async function run(base: Prospect, edit: Edit, failure?: Failure): Promise<Prospect | null> {
    setRunning((count) => count + 1);
    setError(null);
    try {
      const saved = await sendEdit(base, edit, me);
      setConflict(null);
      return saved;
    } catch (reason) {
      const current = staleRecord(reason);
      if (current) setConflict({ base, edit, current });
      else setError(reason);
      if (failure && !current) {
        const detail = errorText(reason);
        toast({
          title: failure.title,
          description: failure.text?.(detail) ?? detail,
          variant: "destructive",
        });
      }
      return null;
    } finally {
      setRunning((count) => count - 1);
    }
  }

  /** Sends the edit again on top of the newer record, which its author has now seen. */
  const keepMine = async (failure?: Failure): Promise<Prospect | null> =>
    conflict ? run(conflict.current, conflict.edit, failure) : null;
  /** Lets the newer record stand. */
  const takeTheirs = () => setConflict(null);
  return { run, pending: running > 0, error, conflict, keepMine, takeTheirs };
}

export type Editing = ReturnType<typeof useEdit>;
