import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { namesLike } from "../db/search.ts";
import { folded, piecesOf, smallPiecesOf, spellingsOf, wordsOf } from "./likeness.schema.ts";
import { BLOCK, titleBlocks } from "./titles.table.ts";

/** Most words of a text that are looked for, and most texts that stand for them. */
const WORDS = 4;
const PIECES = 60;
/** Ways to write a piece of a name. */
const SPELLED = 6;

/** The newest blocks that are searched, and those whose records are read: the most alike. */
const BLOCKS_SEARCHED = 400;
const BLOCKS_READ = 3;

/** What a search looks for. */
export type Wanted = ReturnType<typeof wantedOf>;

/** A text as `title_blocks` has it. */
const asStored = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/æ/gi, "ae")
    .replace(/ø/gi, "o")
    .replace(/å/gi, "a");

export function wantedOf(text: string) {
  const words = wordsOf(text).slice(0, WORDS);
  const whole = asStored(text);

  /** SQL value: how many of the words a text has, whole words before pieces of them, and the whole text first. */
  function likenessOf(column: SQLWrapper): SQL<number> {
    const has = (part: string) => sql`instr(${column}, ${part}) > 0`;
    const each = words.map((word) => {
      // A word too short for a typo may still have accents.
      const parts = [...piecesOf(word), ...smallPiecesOf(word)];
      const pieces = (parts.length > 0 ? parts : spellingsOf(word)).slice(0, PIECES / words.length);
      const hasPiece = pieces.length > 0 ? sql` or ${sql.join(pieces.map(has), sql` or `)}` : sql``;
      return sql`(${has(word)}) * 2 + (${has(word)}${hasPiece})`;
    });
    return sql`(${has(whole)}) * 20 + ${sql.join(each, sql` + `)}`;
  }

  return {
    words,
    likenessOf,

    /**
     * SQL to follow `from`: the records of a kind beside which stand titles like the text. The reader's own query still
     * says whose they are, and who may see them.
     */
    titled(kind: string, table: SQLiteTable & { id: SQLiteColumn }, organizationId: number): SQL {
      const newest = sql`select block, titles from ${titleBlocks} where organization_id = ${organizationId}
        and kind = ${kind} order by block desc limit ${BLOCKS_SEARCHED}`;
      return sql`(select block from (select block, ${likenessOf(sql`titles`)} as likeness from (${newest}))
          where likeness > 0 order by likeness desc, block desc limit ${BLOCKS_READ}) found
        cross join ${table} on ${table.id} between found.block * ${BLOCK} and found.block * ${BLOCK} + ${BLOCK - 1}`;
    },

    /** SQL query: the ids of the newest people of an index whose names are like the text. */
    named(index: "member_search" | "prospect_search", organizationId: number): SQL {
      // The index takes a zero byte for the end of the query.
      const typed = text.replaceAll("\0", "").replace(/^@/, "");
      const ways = [piecesOf, smallPiecesOf].filter((pieces) =>
        words.some((word) => pieces(word).length > 0),
      );
      return namesLike(index, organizationId, [
        [[...new Set([typed, ...spellingsOf(folded(typed))])]],
        ...(words.length > 1 ? [words.map((word) => spellingsOf(word))] : []),
        ...ways.map((pieces) =>
          words.map((word) => [word, ...pieces(word)].flatMap((each) => spellingsOf(each, SPELLED))),
        ),
      ]);
    },
  };
}
