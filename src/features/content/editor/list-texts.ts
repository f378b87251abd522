import type { EditedText, textSorts } from '#contracts/content/editor-calls.ts';
import type { Db } from '#platform/db/client.ts';
import { type NumberedPage, numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { withProposals } from '../publication/with-proposals.ts';
import type { Kind } from './kind.ts';

type Sort = (typeof textSorts)[number];
type Query = Partial<NumberedPage> & { sort?: Sort };

/** The verb that lists every text of a kind, drafts included. */
export function listTexts<Text extends EditedText>({ table, columns, order, per_page }: Kind<Text>) {
  return async function listTexts({ sql, clock }: Ctx, actor: Actor, { query }: { query: Query }) {
    const page = numberedPage(query, per_page);
    const [[count], data] = await Promise.all([
      sql<{ total: number }[]>`select count(*) as total from ${sql(table)}`,
      sql<Text[]>`
        select ${columns(sql, clock.now())} from ${sql(table)}
        order by ${query.sort ? sortedBy(sql, query.sort) : order(sql)}
        limit ${page.per_page} offset ${offsetOf(page)}`,
    ]);
    return { data: await withProposals(sql, actor, data), meta: numberedMeta(page, count?.total ?? 0, data.length) };
  };
}

function sortedBy(sql: Db, sort: Sort) {
  const column = sql(sort.replace('-', ''));
  return sort.startsWith('-') ? sql`${column} desc, id` : sql`${column}, id`;
}
