import type { TextSource } from '../../feature.ts';

/** What publishers wrote about brands, with its translations. A publisher decides what becomes of it. */
export const brandSource: TextSource = {
  name: 'brands',
  read: (sql, { after, limit }) => sql<{ id: string; text: string }[]>`
    select id, left(concat_ws(E'\\n', name, about, array_to_string(synonyms, E'\\n'), translations::text),
      40000) as text
    from brands where ${after}::uuid is null or id > ${after} order by id limit ${limit}`,
};
