import { Suspense } from "react";
import type { OwnAdmission } from "../../../worker/features/joining/joining.schema.ts";
import type { CurrentUser } from "../../../worker/lib/current-user.schema.ts";
import { useT } from "../../lib/i18n/i18n.ts";
import { useUser } from "../../lib/session.tsx";
import { AnswerView } from "../../ui/answer-view.tsx";
import { ButtonLink } from "../../ui/button-link.tsx";
import { Page } from "../../ui/page.tsx";
import { part } from "../../ui/part.tsx";
import { Skeleton, SkeletonLines } from "../../ui/skeleton.tsx";
import { Frame } from "./frame.tsx";
import { useOwn } from "./joining.api.ts";
import { Unmet } from "./unmet.tsx";

const form = part(() => import("./application-form.tsx"));
const standing = part(
  () => import("./standing.tsx"),
  (language) => [import(`../../lib/i18n/thread.${language}.json`)],
);

function Loading() {
  return (
    <div className="mx-auto grid max-w-[968px] gap-x-12 gap-y-7 px-7 py-8 max-md:px-4 md:grid-cols-[232px_minmax(0,1fr)]">
      <SkeletonLines lines={4} />
      <div className="grid gap-6">
        <Skeleton className="h-8 w-64 max-w-full" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-28 w-full" />
        <Skeleton className="h-40 w-full" />
      </div>
    </div>
  );
}

/** There is nothing at this address while the front door is off. */
function Missing() {
  const t = useT();
  return (
    <Page title={t("notfound.title")} documentTitle={t("notfound.title")} sub={t("notfound.text")}>
      <ButtonLink to="/account" variant="primary">
        {t("nav.account")}
      </ButtonLink>
    </Page>
  );
}

/** Nothing is asked yet, or this user may not apply. */
function Unasked({ own }: { own: OwnAdmission }) {
  const t = useT();
  const title = t("joining.apply", { name: own.organization.name });
  return (
    <Page title={title} documentTitle={t("joining.title")} sub={own.form ? null : t("joining.no_form")}>
      <Unmet own={own} />
    </Page>
  );
}

function Content({ own, user }: { own: OwnAdmission; user: CurrentUser }) {
  const { admission, unmet, form: asked } = own;
  const hasStanding = admission !== null && (admission.status !== "draft" || !own.can.save);
  if (hasStanding) return <standing.View own={own} user={user} />;
  if (!user.applies && unmet.some(({ kind }) => kind === "closed")) return <Missing />;
  if (!asked || !own.can.save) return <Unasked own={own} />;
  return <form.View own={own} form={asked} user={user} />;
}

function Member({ user }: { user: CurrentUser }) {
  const t = useT();
  return (
    <Page title={t("joining.member", { name: user.organizationName })} documentTitle={t("joining.title")}>
      <ButtonLink to="/" variant="primary">
        {t("joining.board")}
      </ButtonLink>
    </Page>
  );
}

/** A user's own application: the form until it is sent, then where it stands. */
export default function ApplicationPage() {
  const t = useT();
  const { user } = useUser();
  const own = useOwn(user?.member === null);
  if (!user) return null;
  if (user.member) return <Member user={user} />;
  return (
    <Frame user={user} organization={own.data?.organization.name ?? user.organizationName}>
      {own.data ? null : <h1 className="sr-only">{t("joining.title")}</h1>}
      <AnswerView answer={own} loading={<Loading />} stateClass="py-12">
        {(data) => (
          <Suspense fallback={<Loading />}>
            <Content own={data} user={user} />
          </Suspense>
        )}
      </AnswerView>
    </Frame>
  );
}
