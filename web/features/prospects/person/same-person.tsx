import { useState } from "react";
import type { Duplicate, Prospect } from "../../../../worker/features/prospects/prospects.schema.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { Button } from "../../../ui/button.tsx";
import { MergeDialog } from "../dialogs.tsx";
import { AlikeList } from "./alike-people.tsx";
import { useDuplicates } from "./corrections.api.ts";
import { likelySame } from "./likely-same.ts";

/** Suggests to link a prospect to the Discord account of another one, or to merge the two. */
export function SamePerson({
  prospect,
  onMerged,
}: {
  prospect: Prospect;
  onMerged: (kept: Prospect) => void;
}) {
  const t = useT();
  const { id, displayName, username, starCitizenId, can } = prospect;
  const typed = { displayName, username, starCitizenId: starCitizenId ?? undefined, except: id };
  const people = likelySame(prospect, useDuplicates(typed, can.merge));
  const [chosen, setChosen] = useState<Duplicate | null>(null);
  const isLink = (person: Duplicate) => prospect.discordId === null && person.discordId !== null;
  return (
    <>
      {people.length > 0 ? (
        <AlikeList
          className="my-2"
          title={t("prospect.alike.same_person")}
          people={people}
          action={(person) => (
            <Button size="s" data-same={person.id} onClick={() => setChosen(person)}>
              {t(isLink(person) ? "prospect.alike.link" : "prospect.merge")}
            </Button>
          )}
        />
      ) : null}
      {chosen ? (
        <MergeDialog
          prospect={prospect}
          suggested={chosen}
          isLink={isLink(chosen)}
          onMerged={onMerged}
          onClose={() => setChosen(null)}
        />
      ) : null}
    </>
  );
}
