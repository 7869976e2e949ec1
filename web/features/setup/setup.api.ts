import { SETUP_STEPS, type Setup, type SetupStep } from "../../../worker/features/setup/setup.schema.ts";
import { useAction } from "../../lib/action.ts";
import { request } from "../../lib/api.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useOfOrganization } from "../../lib/organization.ts";
import { useUser } from "../../lib/session.tsx";

export const setupPath = (organizationId: number) => `/api/setup/${organizationId}`;

const TOPICS = [
  ...["setup", "bots", "health", "discord_roles", "activity"],
  ...["members", "announcements", "backups"],
];

/** The first step that does not hold; null where all do. */
export const nextStep = (setup: Setup): SetupStep | null =>
  SETUP_STEPS.find((step) => !setup[step].isHeld) ?? null;

/** The progress of the setup, for users who may set up; `state` is null for others and once it is dismissed. */
export function useSetup() {
  const allowed = useCan("admin.system");
  const answer = useOfOrganization<Setup>(setupPath, TOPICS, { allowed });
  const { data, error } = answer;
  const isShown = allowed && data?.isDismissed !== true;
  const state = !isShown ? null : !data ? (error ? "failed" : "loading") : nextStep(data) ? "open" : "done";
  return { answer, state } as const;
}

/** The action of a step's button, which answers the progress of the setup. */
export function useSetupAction(name: "trial" | "dismiss") {
  const t = useT();
  const { user } = useUser();
  const { answer } = useSetup();
  return useAction(
    async () => {
      const path = `${setupPath(user?.organizationId ?? 0)}/${name}`;
      await answer.mutate(await request<Setup>(path, { method: "POST" }), { revalidate: false });
    },
    { failed: t(`setup.${name}_failed`) },
  );
}
