import type { EditedText, TextVersion } from '#contracts/content/editor-calls.ts';
import { type NumberedPage, numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { Kind } from '../editor/kind.ts';
import { findSeries } from './find-series.ts';

interface Asked {
  params: { id: string };
  query: Partial<NumberedPage>;
}

/** The verb that lists the versions of a text, with the fields that each of them changed. */
export function listVersions<Text extends EditedText>({ table: kind }: Kind<Text>) {
  return async function listVersions({ sql }: Ctx, _actor: Actor, { params: { id }, query }: Asked) {
    const page = numberedPage(query, 20);
    const series = await findSeries(sql, { kind, id });
    const [[count], data] = await Promise.all([
      sql<{ total: number }[]>`
        select count(*) as total from content_versions where kind = ${kind} and series = ${series}`,
      sql<TextVersion[]>`
        select v.id, v.text_id, v.saved_at,
          case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username) end as saved_by,
          array(select key from jsonb_each(v.fields)
            where value is distinct from v.before -> key order by key) as fields
        from (
          select *, lag(fields) over (order by saved_at, id) as before from content_versions
          where kind = ${kind} and series = ${series}) v left join users u on u.id = v.saved_by
        order by v.saved_at desc, v.id desc limit ${page.per_page} offset ${offsetOf(page)}`,
    ]);
    return { data: [...data], meta: numberedMeta(page, count?.total ?? 0, data.length) };
  };
}
