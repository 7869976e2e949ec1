import assert from "node:assert/strict";
import { test } from "node:test";
import { SYSTEM_DESCRIPTIONS } from "../../../worker/features/roles/roles.schema.ts";
import type { Translate } from "../../lib/i18n/i18n.ts";
import { aboutOf } from "./names.ts";

test("describes a system role in the reader's language until it is edited, other roles by their own text", () => {
  const t = ((key: string) => `in Danish: ${key}`) as Translate;
  const { member, officer } = SYSTEM_DESCRIPTIONS;
  assert.equal(aboutOf(t, { key: "member", description: member }), "in Danish: roles.about.member");
  assert.equal(aboutOf(t, { key: "member", description: officer }), officer);
  assert.equal(aboutOf(t, { key: "member", description: null }), null);
  assert.equal(aboutOf(t, { key: null, description: member }), member);
});
