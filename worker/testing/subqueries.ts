import { Column, is, SQL, StringChunk } from "drizzle-orm";
import { type SelectedFieldsOrdered, SQLiteDialect } from "drizzle-orm/sqlite-core";

type Dialect = {
  buildSelection(fields: SelectedFieldsOrdered, options: { isSingleTable?: boolean }): SQL;
};

const isSelect = (chunk: unknown) => is(chunk, StringChunk) && /\bselect\b/i.test(chunk.value.join(""));

/**
 * Lets drizzle refuse a statement of one table that names a column in a subquery among its fields. It would leave the table's
 * name out there, so that the column of that name of the subquery's own table is meant. A join keeps the names.
 */
export function refuseUnqualified(): void {
  const dialect = SQLiteDialect.prototype as unknown as Dialect;
  const { buildSelection } = dialect;
  dialect.buildSelection = function (fields, options) {
    for (const { field } of options?.isSingleTable ? fields : []) {
      const { queryChunks = [] } = (is(field, SQL.Aliased) ? field.sql : field) as Partial<SQL>;
      const column = queryChunks.find((chunk) => is(chunk, Column));
      if (column && queryChunks.some(isSelect))
        throw new Error(`a subquery among the fields of one table names ${(column as Column).name}`);
    }
    return buildSelection.call(this, fields, options);
  };
}
