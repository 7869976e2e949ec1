import { Suspense } from "react";
import {
  BLOCK_KINDS,
  type DoorBlock,
  doorBlockInput,
} from "../../../../worker/features/joining/joining.schema.ts";
import { useAction } from "../../../lib/action.ts";
import { useT } from "../../../lib/i18n/i18n.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { AnswerView } from "../../../ui/answer-view.tsx";
import { Button } from "../../../ui/button.tsx";
import { SelectField, TextField } from "../../../ui/field.tsx";
import { FormBody, useSendForm } from "../../../ui/form.tsx";
import { Panel } from "../../../ui/panel.tsx";
import { SkeletonLines } from "../../../ui/skeleton.tsx";
import { settingRows } from "../../settings/index.ts";
import { useBlocks } from "./door.api.ts";

const KEYS = [
  ...(["least_account_days", "needs_server", "wait_after_refusal_days"] as const),
  ...(["applications_a_day", "purge_days"] as const),
];

/** What the product itself asks of applicants, and whom it keeps out. */
export function Requirements() {
  const t = useT();
  const blocks = useBlocks();
  return (
    <div className="grid items-start gap-[18px] xl:grid-cols-2">
      <Panel title={t("door.requirements")}>
        <Suspense fallback={<SkeletonLines lines={8} className="p-[18px]" />}>
          <settingRows.View keys={KEYS} />
        </Suspense>
      </Panel>
      <Panel title={t("door.blocks")}>
        <AddBlock onAdd={blocks.change} />
        <AnswerView answer={blocks.answer} loading={<SkeletonLines lines={3} className="p-[18px]" />}>
          {(list) =>
            list.length === 0 ? (
              <p className="border-t border-line pad py-4 text-ink-2">{t("door.blocks_none")}</p>
            ) : (
              <ul>
                {list.map((block) => (
                  <Block key={`${block.kind} ${block.value}`} block={block} onRemove={blocks.change} />
                ))}
              </ul>
            )
          }
        </AnswerView>
      </Panel>
    </div>
  );
}

type Change = ReturnType<typeof useBlocks>["change"];

function AddBlock({ onAdd }: { onAdd: Change }) {
  const t = useT();
  const form = useSendForm({
    schema: doorBlockInput,
    defaults: { kind: "handle" as DoorBlock["kind"], value: "" },
    inputOf: (values) => ({ ...values, isBlocked: true }),
    failure: { title: t("door.not_blocked") },
    onSubmit: async (input) => {
      await onAdd(input);
      form.settle({ kind: input.kind, value: "" });
    },
  });
  return (
    <FormBody
      form={form}
      className="flex flex-wrap items-start gap-3 pad py-4"
      buttons={
        <Button type="submit" className="mt-[26px]" pending={form.isSubmitting}>
          {t("door.block")}
        </Button>
      }
    >
      {({ field, values }) => (
        <>
          <SelectField
            {...field("kind")}
            className="w-40 max-sm:w-full"
            label={t("door.block_kind")}
            options={BLOCK_KINDS.map((value) => ({ value, label: t(`door.kind.${value}`) }))}
          />
          <TextField
            {...field("value", t(`door.wrong.${values.kind}`))}
            className="flex-1 basis-40"
            label={t(`door.kind.${values.kind}`)}
            autoComplete="off"
          />
        </>
      )}
    </FormBody>
  );
}

function Block({ block, onRemove }: { block: DoorBlock; onRemove: Change }) {
  const t = useT();
  const format = useFormat();
  const { kind, value, by, at } = block;
  const { run, pending } = useAction(() => onRemove({ kind, value, isBlocked: false }), {
    done: { title: t("door.unblocked", { value }) },
    failed: t("door.not_blocked"),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line pad py-2.5">
      <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
        {value}
        <span className="block hint">
          {t(`door.kind.${kind}`)} · {by}, {format.dayWithin(at)}
        </span>
      </span>
      <Button
        size="s"
        pending={pending}
        aria-label={t("door.unblock_is", { value })}
        onClick={() => void run()}
      >
        {t("door.unblock")}
      </Button>
    </li>
  );
}
