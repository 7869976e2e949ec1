import { Suspense } from "react";
import type { CurrentUser } from "../../../worker/features/account/account.schema.ts";
import { SkeletonLines } from "../../ui/skeleton.tsx";
import { secondFactorPanel } from "../second-factor/index.ts";
import { useAccount } from "./account.api.ts";
import { SessionsPanel } from "./sessions-panel.tsx";
import { SignInPanel } from "./sign-in-panel.tsx";

/** How the user signs in, and where they are signed in. */
export default function SecuritySection({ user }: { user: CurrentUser }) {
  const { data: account } = useAccount();
  return (
    <>
      <SignInPanel user={user} account={account} />
      <Suspense fallback={<SkeletonLines lines={4} className="panel p-[18px]" />}>
        <secondFactorPanel.View />
      </Suspense>
      <SessionsPanel />
    </>
  );
}
