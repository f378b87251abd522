import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';

const { sql } = await createTestDatabase();

test('ids made one after the other sort in that order, and an earlier moment gives an earlier one', async () => {
  const [made] = await sql<[{ out_of_order: number; hour_ago_is_first: boolean; version: string }]>`
    with made as (select n, uuidv7() as id from generate_series(1, 20000) as n)
    select count(*) filter (where id <= before) as out_of_order, bool_and(uuidv7(interval '-1 hour') < id) as hour_ago_is_first,
      string_agg(distinct substr(id::text, 15, 1), '') as version
    from (select id, lag(id) over (order by n) as before from made) as following`;
  expect(made).toEqual({ out_of_order: 0, hour_ago_is_first: true, version: '7' });
});
