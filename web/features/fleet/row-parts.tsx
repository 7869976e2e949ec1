import { firstName } from "../../lib/format.ts";
import { useCan } from "../../lib/gate.tsx";
import { useT } from "../../lib/i18n/i18n.ts";
import { useFormat } from "../../lib/use-format.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Dot } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ChevronDownIcon, ChevronUpIcon } from "../../ui/icons.tsx";
import { PlaceLink } from "../../ui/place-link.tsx";
import { ShipPhoto } from "../ships/index.ts";
import type { Row } from "./fleet.ts";
import { type Fleet, fullCrew, type Holding } from "./fleet.ts";
import { listed } from "./names.ts";

/** Owners of a row with a picture, and with a name before "and 5 more". */
const FACES = 3;
const NAMES = 2;

export function ShipCell({ row: { ship } }: { row: Row }) {
  const t = useT();
  const format = useFormat();
  /** What other columns say of the ship where there is room for them. */
  const facts = [
    ship.roles.map((role) => t(`ships.role.${role}`)).join(", "),
    ship.size && t(`ships.size.${ship.size}`),
    ship.scu > 0 && `${format.number(ship.scu)} SCU`,
    ship.crew && t("fleet.crew_of", { crew: ship.crew }),
  ].flatMap((fact) => fact || []);
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="h-9 w-[76px] flex-none overflow-hidden rounded-s max-md:w-[52px] md:@max-[960px]:hidden print:hidden">
        <ShipPhoto url={ship.urlPhoto} sizes="76px" small />
      </span>
      <span className="min-w-0 leading-[1.35]">
        <span className="block truncate font-book">{ship.name}</span>
        <span className="block truncate hint max-md:hidden">
          {ship.companyName}
          {ship.isListed ? "" : `, ${t("fleet.not_listed")}`}
        </span>
        <span className="hint md:hidden">
          {facts.map((fact, at, { length }) => (
            <span key={fact} className="mr-1 inline-block">
              {fact}
              {at < length - 1 ? "\u00a0·" : null}
            </span>
          ))}
        </span>
      </span>
    </span>
  );
}

/** The owners of a row; several open a list, and are all named on paper. */
export function OwnersCell(props: { row: Row; isOpen: boolean; isPrinted: boolean; onToggle: () => void }) {
  const t = useT();
  const { row, isOpen, isPrinted, onToggle } = props;
  const { holdings } = row;
  if (isPrinted) return holdings.map(({ displayName }) => displayName).join(", ");
  const nameOf = ({ displayName }: Holding) => (holdings.length > 1 ? firstName(displayName) : displayName);
  const owners = (
    <>
      <span className="flex flex-none gap-[3px] @max-[960px]:*:nth-[n+2]:hidden">
        {holdings.slice(0, FACES).map(({ memberId, displayName, avatarUrl }) => (
          <Avatar key={memberId} name={displayName} src={avatarUrl} size="s" />
        ))}
      </span>
      <span className="min-w-0 truncate leading-normal">{listed(t, holdings.map(nameOf), NAMES)}</span>
    </>
  );
  if (holdings.length === 1) return <span className="flex min-w-0 items-center gap-[9px]">{owners}</span>;
  return (
    <Button
      variant="quiet"
      aria-expanded={isOpen}
      className="-mx-2 max-w-full min-w-0 justify-start px-2 font-normal text-ink max-md:-my-1.5"
      onClick={onToggle}
    >
      {owners}
      <span className="sr-only">{t("fleet.owners_of", { ship: row.ship.name, count: holdings.length })}</span>
      <span className="text-ink-3">{isOpen ? <ChevronUpIcon /> : <ChevronDownIcon />}</span>
    </Button>
  );
}

/** Whether the owners of a row's ships are online, and whether enough members are for the crew of one of them. */
export function ReadyCell({ row, fleet: { online } }: { row: Row; fleet: Fleet }) {
  const t = useT();
  const crew = fullCrew(row.ship);
  if (row.ready === 0) return <span className="text-ink-3">{t("fleet.offline")}</span>;
  if (crew > online)
    return <span className="font-medium text-stop">{t("fleet.crew_lacking", { crew, online })}</span>;
  const { ready, owned } = row;
  return ready === owned ? t("fleet.online") : t("fleet.ready", { count: ready, owned });
}

export function OwnerList({ holdings }: { holdings: readonly Holding[] }) {
  const t = useT();
  const opensProfiles = useCan("members.read");
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(220px,1fr))] gap-x-6 gap-y-1">
      {holdings.map(({ memberId, displayName, avatarUrl, quantity, isOnline }) => (
        <li key={memberId} className="flex min-w-0 items-center gap-2.5 py-1 text-md">
          <Avatar name={displayName} src={avatarUrl} size="s" />
          {opensProfiles ? (
            <PlaceLink
              to={`/members?member=${memberId}`}
              className="min-w-0 truncate rounded-s py-0.5 hover:underline"
            >
              {displayName}
            </PlaceLink>
          ) : (
            <span className="min-w-0 truncate py-0.5">{displayName}</span>
          )}
          {quantity > 1 ? <span className="figure">×{quantity}</span> : null}
          <span className="inline-flex items-center gap-1.5 hint">
            <Dot tone={isOnline ? "go" : "idle"} className="size-[7px]" />
            {t(isOnline ? "fleet.online" : "fleet.offline")}
          </span>
        </li>
      ))}
    </ul>
  );
}
