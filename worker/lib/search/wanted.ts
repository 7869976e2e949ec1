import { type SQL, sql } from "drizzle-orm";
import { DISCORD_ID, DISPLAY_NAME, inJson, lowering, type Named, placesIn, USERNAME } from "../db/search.ts";
import { BLOCK, NAMES } from "./blocks.table.ts";
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
const BLOCKS_FIRST = 8;
const PEOPLE_OF_BLOCK = 10;
/** People are ordered by one number: their likeness times this, and their id. */
const RANK = 1_000_000_000_000;

const PLACES = { titles: placesIn(BLOCK), names: placesIn(NAMES), blocks: placesIn(BLOCKS_SEARCHED) };

/** SQL for a subquery, of which the outer query takes the first: D1 counts as read what a sort with a limit leaves out. */
export const sorted = (by: string) => `order by ${by} limit -1`;

/** The text that a search looks for, with the SQL that finds it. */
export type Wanted = ReturnType<typeof wantedOf>;

/** A text as `title_blocks` has it. */
const asStored = (text: string) =>
  inJson(text)
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    .replace(/æ/gi, "ae")
    .replace(/ø/gi, "o")
    .replace(/å/gi, "a");

/** SQL condition: a text has a part. */
type Has = (part: string) => string;

/**
 * Finds what a search looks for. The SQL is text, in which the parts of words stand as literals: putting as many objects of
 * drizzle together took most of the CPU of a search.
 */
export function wantedOf(text: string) {
  const words = wordsOf(text).slice(0, WORDS);
  const whole = asStored(text);
  const literals = new Map<string, string>();

  /** SQL value: a part, as hexadecimal digits where a sign of it may end a literal. */
  function literalOf(part: string): string {
    const made = () =>
      /^[\p{L}\p{N} ]+$/u.test(part) ? `'${part}'` : `cast(x'${Buffer.from(part).toString("hex")}' as text)`;
    const literal = literals.get(part) ?? made();
    literals.set(part, literal);
    return literal;
  }
  const hasIn =
    (value: string): Has =>
    (part) =>
      `(instr(${value}, ${literalOf(part)}) > 0)`;

  const sought = words.map((word) => {
    // A word too short for a typo may still have accents.
    const parts = [...piecesOf(word), ...smallPiecesOf(word)];
    return { word, pieces: (parts.length > 0 ? parts : spellingsOf(word)).slice(0, PIECES / words.length) };
  });

  /** SQL value: how many of the words a text has, whole words before pieces of them, and the whole text first. */
  function likenessBy(has: Has): string {
    const each = sought.map(
      ({ word, pieces }) => `case when ${has(word)} then 3 else ${pieces.map(has).join(" or ") || 0} end`,
    );
    return `${has(whole)} * 20 + ${each.join(" + ")}`;
  }

  return {
    words,

    /** SQL value: how much a text is like the text. */
    likenessOf: (value: string): SQL => sql.raw(likenessBy(hasIn(value))),

    /**
     * SQL to follow `from`: the records of a kind beside which stand titles like the text. The reader's own query still
     * says whose they are, and who may see them.
     */
    titled(kind: string, table: string, organizationId: number): SQL {
      // A limit makes SQLite compute a subquery once for each of its rows.
      const newest = `select block, titles from title_blocks where organization_id = ${organizationId} and kind = '${kind}'
        order by block desc limit ${BLOCKS_SEARCHED}`;
      const likely = `select block, titles from (select block, titles, ${likenessBy(hasIn("titles"))} as likeness
          from (${newest}) limit -1)
        where likeness > 0 ${sorted("likeness desc, block desc")}`;
      const titles = `select id, titles ->> ('$."' || id || '"') as title
        from (select titles, block * ${BLOCK} + column1 as id
          from (select * from (${likely}) limit ${BLOCKS_READ}) cross join ${PLACES.titles}) limit -1`;
      const found = `select id from (${titles}) where ${likenessBy(hasIn("title"))} > 0`;
      return sql.raw(`(${found}) found cross join ${table} on ${table}.id = found.id`);
    },

    /** SQL query: the ids of the people of a kind whose names are the text, begin with it or are else most like it. */
    named(kind: Named, organizationId: number): SQL {
      const typed = folded(text).replace(/^@/, "");
      const rankBy = (has: Has, id: string) => {
        const starts = (start: string, end: string) =>
          `case when ${has(start)} then 1 + ${has(start + end)} else 0 end`;
        const atStart = `${starts(DISPLAY_NAME + typed, USERNAME)} + ${starts(USERNAME + typed, DISCORD_ID)}`;
        return `(${likenessBy(has)} + 20 * (${atStart})) * ${RANK} + ${id}`;
      };
      const rank = rankBy(hasIn("name"), "id");
      const inBlock = hasIn("names");
      // The highest rank that a block may have: no name in it is more alike than all of it.
      const most = rankBy((part) => inBlock(inJson(part)), `block * ${NAMES} + ${NAMES - 1}`);
      const [before, after] = lowering(text + ACCENTED, folded);
      const read = `select block, ${before}names${after} as names`;
      const of = `name_blocks where organization_id = ${organizationId} and kind = '${kind}'`;
      const all = `select json_group_array(most) as list from (select ${most} as most
          from (${read} from ${of} order by block desc limit ${BLOCKS_SEARCHED}) limit -1)
        where most > ${RANK}`;
      const blocks = `(select list ->> column1 as most from ${PLACES.blocks} limit -1)`;
      const first = `(select * from (select most from ${blocks} ${sorted("most desc")}) limit ${BLOCKS_FIRST})`;
      const names = `(select id, found.names ->> ('$."' || id || '"') as name
        from (select found.block * ${NAMES} + column1 as id from ${PLACES.names}) limit ${NAMES})`;
      // The best of a block's names, and the ranks of all, the newest first.
      const ranked = `(select json_array(max(rank), json_group_array(rank)) from (select ${rank} as rank from ${names} limit -1)
        where rank > ${RANK})`;
      const rankedOf = (some: string) => `(select ranks, ranks ->> 0 as best from (select ${ranked} as ranks
        from (${read} from ${some} cross join ${of} and block = most % ${RANK} / ${NAMES} limit -1) found limit -1)
        where best > 0 ${sorted("best desc")})`;
      // Of many blocks, names are compared in those that may be best, and then in those that may be better than these are.
      const enough = `iif(json_array_length(list) <= ${BLOCKS_FIRST}, 0,
        coalesce((select best from ${rankedOf(first)} limit 1 offset ${BLOCKS_OF_PEOPLE - 1}), 0))`;
      const likely = `(select * from ${rankedOf(`(select most from ${blocks} where most >= enough)`)} limit ${BLOCKS_OF_PEOPLE})`;
      // Names that are as much alike as the best are in their order already.
      const each = (
        which: string,
      ) => `select rank from (select ranks ->> ('$[1][' || (${NAMES - 1} - column1) || ']') as rank
        from ${PLACES.names} limit -1) where rank / ${RANK} ${which} best / ${RANK}`;
      const top = `(select json_group_array(rank) from (${each("=")}
        union all select * from (${each("<")} ${sorted("rank desc")}) limit ${PEOPLE_OF_BLOCK}))`;
      const matching = `select tops ->> ('$[' || (column1 / ${PEOPLE_OF_BLOCK}) || '][' || (column1 % ${PEOPLE_OF_BLOCK}) || ']') as rank
        from (select (select json_group_array(json(${top})) from ${likely}) as tops
          from (select list, ${enough} as enough from (${all}) limit -1) limit -1) cross join ${PLACES.titles}`;
      return sql.raw(`select id from (select rank % ${RANK} as id
        from (select rank from (${matching} limit -1) where rank > 0 ${sorted("rank desc")}) limit ${PEOPLE_READ})`);
    },
  };
}
