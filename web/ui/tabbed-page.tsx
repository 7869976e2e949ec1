import { type ReactNode, Suspense, useContext, useMemo } from "react";
import { oneOf, useAddress } from "../lib/address.ts";
import { can } from "../lib/can.ts";
import { useLanguage } from "../lib/i18n/i18n.ts";
import { Placed } from "../lib/placed.ts";
import { useUser } from "../lib/session.tsx";
import { Page } from "./page.tsx";
import { SegmentedLinks } from "./segmented-links.tsx";
import { NoAccess, PageSpinner } from "./states.tsx";

/** A page in the tabs that areas declare for it, the open one in its address. A single tab has no tab bar. */
export function TabbedPage(props: {
  path: string;
  title: string;
  label: string;
  /** Puts the tab bar in a row of its own. */
  isWide?: boolean;
  actions?: ReactNode;
  /** For users without any tab, in place of a refusal. */
  none?: ReactNode;
  /** Keys of tabs that have nothing for this user. */
  without?: readonly string[];
}) {
  const language = useLanguage();
  const { user } = useUser();
  const { path, title, without } = props;
  const all = useContext(Placed).tabs;
  const tabs = useMemo(() => all.filter(({ parent }) => parent === path), [all, path]);
  const shape = useMemo(() => ({ tab: oneOf(tabs.map(({ key }) => key)) }), [tabs]);
  const { address } = useAddress(path, shape);
  const own = tabs.filter(({ key, need }) => !without?.includes(key) && can(user?.permissions ?? [], need));
  const tab = own.find(({ key }) => key === address.tab) ?? own[0];
  if (!tab) {
    return (
      <Page title={title} documentTitle={title}>
        <div className="panel">{props.none ?? <NoAccess />}</div>
      </Page>
    );
  }
  const bar = own.length > 1 && (
    <SegmentedLinks
      label={props.label}
      options={own.map(({ key, label }) => ({ value: key, label: label[language] }))}
      value={tab.key}
      // The values of another tab are left out of the address.
      to={(key) => `${path}?tab=${key}`}
    />
  );
  const actions = props.actions ?? (tab.Actions && <tab.Actions />);
  const documentTitle = `${tab.label[language]} · ${title}`;
  return (
    <Page
      {...{ title, documentTitle }}
      hasSentence
      beside={props.isWide ? null : bar}
      below={props.isWide ? <div className="w-full">{bar}</div> : null}
      actions={actions && <Suspense>{actions}</Suspense>}
    >
      <Suspense fallback={<PageSpinner />}>
        <tab.View key={tab.key} />
      </Suspense>
    </Page>
  );
}
