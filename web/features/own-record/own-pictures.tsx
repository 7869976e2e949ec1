import { useRef, useState } from "react";
import {
  captionInput,
  LENGTHS,
  MOST_PICTURES,
  type Picture,
  type PictureKind,
  type Profile,
} from "../../../worker/features/organization/organization.schema.ts";
import { useAction } from "../../lib/action.ts";
import { ApiError } from "../../lib/api.ts";
import { cx } from "../../lib/cx.ts";
import { tellFailure } from "../../lib/failure.ts";
import { useLanguage, useT } from "../../lib/i18n/i18n.ts";
import { toast } from "../../lib/toast.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm.tsx";
import { TextField } from "../../ui/field.tsx";
import { FormDialog } from "../../ui/form-dialog.tsx";
import { MoreIcon, UploadIcon } from "../../ui/icons.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { addPicture, changeCaption, pictureAddress, removePicture } from "./own-record.api.ts";

type Of = { profile: Profile; kind: PictureKind };

/** Has a file chosen, scaled and added; `choose` opens the choice. */
function useUpload({ profile, kind }: Of) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const title = t("own_record.not_added");
  const adding = useAction((file: File) => addPicture(profile, kind, file), {
    done: { title: t("own_record.added") },
    failed: (error) =>
      // What no server answered to is a file that the browser cannot read.
      error instanceof ApiError || error instanceof TypeError
        ? tellFailure(error, { title })
        : toast({ title, description: t("own_record.unreadable"), variant: "destructive" }),
  });
  return {
    pending: adding.pending,
    choose: () => input.current?.click(),
    element: (
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t(`own_record.add.${kind}`)}
        accept="image/png,image/jpeg,image/webp,image/avif"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          currentTarget.value = "";
          if (file) void adding.run(file);
        }}
      />
    ),
  };
}

const SHAPES: Record<PictureKind, string> = {
  banner: "h-[150px] w-full max-md:h-[96px]",
  mark: "size-16 flex-none rounded-m",
  picture: "aspect-[16/9] w-full rounded-m",
};

/** A place for a picture that is not there yet. */
function Place({ profile, kind }: Of) {
  const t = useT();
  const { pending, choose, element } = useUpload({ profile, kind });
  const label = t(`own_record.add.${kind}`);
  return (
    <div
      className={cx(
        "grid place-items-center border-dashed border-line-strong bg-deck",
        kind === "banner" ? "border-b" : "border",
        SHAPES[kind],
      )}
    >
      {kind === "mark" ? (
        <IconButton label={label} icon={<UploadIcon />} pending={pending} onClick={choose} />
      ) : (
        <Button size="s" variant="quiet" icon={<UploadIcon />} pending={pending} onClick={choose}>
          {label}
        </Button>
      )}
      {element}
    </div>
  );
}

const captionOf = ({ captionEn, captionDa }: Picture, isDanish: boolean) =>
  (isDanish ? (captionDa ?? captionEn) : (captionEn ?? captionDa)) ?? "";

function Shown({ profile, picture }: { profile: Profile; picture: Picture }) {
  const t = useT();
  const [doing, setDoing] = useState<"caption" | "remove" | null>(null);
  const caption = captionOf(picture, useLanguage() === "da");
  const { kind } = picture;
  const { choose, pending, element } = useUpload({ profile, kind });
  const label = t("own_record.actions", { name: caption || t(`own_record.kind.${kind}`) });
  return (
    <div className="relative">
      <img
        src={pictureAddress(profile, picture)}
        alt={caption || t(`own_record.kind.${kind}`)}
        width={picture.width}
        height={picture.height}
        className={cx("bg-deck object-cover", SHAPES[kind])}
      />
      <span className={cx("absolute", kind === "mark" ? "-right-2 -bottom-2" : "top-2 right-2")}>
        <Menu
          trigger={
            <IconButton
              label={label}
              icon={<MoreIcon />}
              size="s"
              pending={pending}
              className="border border-line-strong bg-hull/90"
            />
          }
        >
          <MenuItem onSelect={() => setDoing("caption")}>{t("own_record.caption")}</MenuItem>
          {kind === "picture" ? null : <MenuItem onSelect={choose}>{t("own_record.replace")}</MenuItem>}
          <MenuItem danger onSelect={() => setDoing("remove")}>
            {t("own_record.remove")}
          </MenuItem>
        </Menu>
      </span>
      {element}
      {doing === "caption" ? <Captions {...{ profile, picture }} onClose={() => setDoing(null)} /> : null}
      <ConfirmDialog
        open={doing === "remove"}
        onOpenChange={() => setDoing(null)}
        title={t("own_record.remove_title")}
        description={caption || t(`own_record.kind.${kind}`)}
        confirmLabel={t("own_record.remove")}
        danger
        onConfirm={() => removePicture(profile, picture)}
        done={{ title: t("own_record.removed") }}
      />
    </div>
  );
}

function Captions(props: { profile: Profile; picture: Picture; onClose: () => void }) {
  const t = useT();
  const { profile, picture, onClose } = props;
  return (
    <FormDialog
      title={t("own_record.caption")}
      width={480}
      schema={captionInput}
      defaults={{ captionEn: picture.captionEn ?? "", captionDa: picture.captionDa ?? "" }}
      inputOf={({ captionEn, captionDa }) => ({ captionEn: captionEn || null, captionDa: captionDa || null })}
      confirmLabel={t("action.save")}
      failure={{ title: t("own_record.not_saved") }}
      onSubmit={(body) => changeCaption(profile, picture, body)}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField {...form.field("captionEn")} label={t("language.en")} maxLength={LENGTHS.caption} />
          <TextField {...form.field("captionDa")} label={t("language.da")} maxLength={LENGTHS.caption} />
        </>
      )}
    </FormDialog>
  );
}

/** The banner or the mark, or the place for it. */
export function OnePicture({ profile, kind }: Of) {
  const picture = profile.pictures.find((each) => each.kind === kind);
  return picture ? <Shown profile={profile} picture={picture} /> : <Place profile={profile} kind={kind} />;
}

/** The further pictures with their captions, and the place for one more. */
export function Pictures({ profile }: { profile: Profile }) {
  const t = useT();
  const isDanish = useLanguage() === "da";
  const pictures = profile.pictures.filter(({ kind }) => kind === "picture");
  return (
    <ul aria-label={t("own_record.pictures")} className="grid grid-cols-2 content-start gap-3">
      {pictures.map((picture) => (
        <li key={picture.id} className="min-w-0">
          <Shown profile={profile} picture={picture} />
          <p className="mt-1.5 hint [overflow-wrap:anywhere]">{captionOf(picture, isDanish)}</p>
        </li>
      ))}
      {pictures.length < MOST_PICTURES ? (
        <li className="min-w-0">
          <Place profile={profile} kind="picture" />
        </li>
      ) : null}
    </ul>
  );
}
