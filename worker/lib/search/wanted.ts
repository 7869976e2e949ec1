import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import {
  DISCORD_ID,
  DISPLAY_NAME,
  type Named,
  nameBlocksOf,
  namesInBlock,
  placesIn,
  USERNAME,
} from "../db/search.ts";
import { BLOCK, titleBlocks } from "./blocks.table.ts";
import { ACCENTED, folded, piecesOf, smallPiecesOf, spellingsOf, wordsOf } from "./likeness.schema.ts";
import { GROUP_HITS } from "./search.schema.ts";

/** Most words of a text that are looked for, and most texts that stand for them. */
const WORDS = 4;
const PIECES = 60;

/** The newest blocks that are searched, and those whose records are read: the most alike. */
const BLOCKS_SEARCHED = 400;
const BLOCKS_READ = 3;

/** People of a kind who are read, of how many blocks, and most of each. */
const PEOPLE_READ = 24;
const BLOCKS_OF_PEOPLE = GROUP_HITS;
const PEOPLE_OF_BLOCK = 10;
/** People are ordered by one number: their likeness times this, and their id. */
const RANK = sql.raw("1000000000000");

/** SQL for a subquery, of which the outer query takes the first: D1 counts as read what a sort with a limit leaves out. */
export const sorted = (by: SQL) => sql`order by ${by} limit -1`;

/** The text that a search looks for, with the SQL that finds it. */
export type Wanted = ReturnType<typeof wantedOf>;

/** A text as `title_blocks` has it. */
const asStored = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/æ/gi, "ae")
    .replace(/ø/gi, "o")
    .replace(/å/gi, "a");

/** Texts that are looked for in several columns, bound once: D1 takes 100 values. */
class Parts {
  readonly #parts: string[] = [];

  /** SQL condition, by a part: a column has it. */
  in =
    (column: string) =>
    (part: string): SQL => {
      const at = this.#parts.indexOf(part);
      return sql.raw(`(instr(${column}, part_${at < 0 ? this.#parts.push(part) : at + 1}) > 0)`);
    };

  /** SQL columns with the parts that were asked for so far. */
  get bound(): SQL {
    const columns = this.#parts.map((part, at) => sql`${part} as ${sql.raw(`part_${at + 1}`)}`);
    return sql.join(columns, sql`, `);
  }
}

export function wantedOf(text: string) {
  const words = wordsOf(text).slice(0, WORDS);
  const whole = asStored(text);

  /** SQL value: how many of the words a text has, whole words before pieces of them, and the whole text first. */
  function likenessBy(has: (part: string) => SQL): SQL<number> {
    const each = words.map((word) => {
      // A word too short for a typo may still have accents.
      const parts = [...piecesOf(word), ...smallPiecesOf(word)];
      const pieces = (parts.length > 0 ? parts : spellingsOf(word)).slice(0, PIECES / words.length);
      const hasPiece = pieces.length > 0 ? sql` or ${sql.join(pieces.map(has), sql` or `)}` : sql``;
      return sql`(${has(word)}) * 2 + (${has(word)}${hasPiece})`;
    });
    return sql`(${has(whole)}) * 20 + ${sql.join(each, sql` + `)}`;
  }

  const likenessOf = (column: SQLWrapper) => likenessBy((part) => sql`instr(${column}, ${part}) > 0`);

  return {
    words,
    likenessOf,

    /**
     * SQL to follow `from`: the records of a kind beside which stand titles like the text. The reader's own query still
     * says whose they are, and who may see them.
     */
    titled(kind: string, table: SQLiteTable & { id: SQLiteColumn }, organizationId: number): SQL {
      const parts = new Parts();
      const inBlock = likenessBy(parts.in("titles"));
      const inTitle = likenessBy(parts.in("title"));
      const newest = sql`select block, titles, ${parts.bound} from ${titleBlocks} where organization_id = ${organizationId}
        and kind = ${kind} order by block desc limit ${BLOCKS_SEARCHED}`;
      const likely = sql`(select * from (select *, ${inBlock} as likeness from (${newest})
        where likeness > 0 ${sorted(sql`likeness desc, block desc`)}) limit ${BLOCKS_READ}) blocks`;
      // The limit makes SQLite compute the subquery once for each title.
      const titles = sql`(select *, titles ->> ('$."' || id || '"') as title
        from (select *, blocks.block * ${sql.raw(`${BLOCK}`)} + column1 as id from ${likely} cross join ${placesIn(BLOCK)}) limit -1)`;
      return sql`(select id from ${titles} where ${inTitle} > 0) found cross join ${table} on ${table.id} = found.id`;
    },

    /** SQL query: the ids of the people of a kind whose names are the text, begin with it or are else most like it. */
    named(kind: Named, organizationId: number): SQL {
      const parts = new Parts();
      const has = parts.in("name");
      const typed = folded(text).replace(/^@/, "");
      const starts = [DISPLAY_NAME + typed, USERNAME + typed];
      const first = [...starts, starts[0] + USERNAME, starts[1] + DISCORD_ID].map(has);
      const rank = sql`((${likenessBy(has)} + 20 * (${sql.join(first, sql` + `)})) * ${RANK} + id)`;
      const options = { as: folded, most: BLOCKS_SEARCHED, also: sql`, ${parts.bound}` };
      const blocks = nameBlocksOf(kind, organizationId, text + ACCENTED, options);
      // The limit makes SQLite compute the subquery once for each block.
      const each = sql`(select *, (select max(${rank}) from ${namesInBlock}) as best from ${blocks} limit -1)`;
      const likely = sql`(select * from (select * from ${each} where best > ${RANK} ${sorted(sql`best desc`)})
        limit ${BLOCKS_OF_PEOPLE}) blocks`;
      const ranks = sql`(select json_group_array(rank) from (select rank from (select ${rank} as rank from ${namesInBlock}
        where rank > ${RANK} ${sorted(sql`rank desc`)}) limit ${PEOPLE_OF_BLOCK}))`;
      return sql`select id from (select id from (select matching.value % ${RANK} as id
        from ${likely} cross join json_each(${ranks}) matching ${sorted(sql`matching.value desc`)}) limit ${PEOPLE_READ})`;
    },
  };
}
