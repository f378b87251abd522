import type { EditedText, VersionComparison } from '#contracts/content/editor-calls.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { Kind } from '../editor/kind.ts';
import { compareFields } from './compare-fields.ts';
import { findSeries } from './find-series.ts';
import { type VersionRow, versionRows } from './version-row.ts';

interface Asked {
  params: { id: string; version_id: string };
  query: { against?: 'before' | 'latest' };
}

/** The verb that shows what a version changed, or what restoring it would change. */
export function getVersion<Text extends EditedText>({ table: kind }: Kind<Text>) {
  return async function getVersion({ sql }: Ctx, _actor: Actor, { params, query }: Asked) {
    const series = await findSeries(sql, { kind, id: params.id });
    const within = sql`v.kind = ${kind} and v.series = ${series}`;
    const [[version], [latest]] = await Promise.all([
      sql<VersionRow[]>`${versionRows(sql)} where v.id = ${params.version_id} and ${within}`,
      sql<VersionRow[]>`${versionRows(sql)} where ${within} order by v.saved_at desc, v.id desc limit 1`,
    ]);
    if (!version || !latest) throw new AppError('not_found', message('content.version_missing'));
    const [before] = await sql<VersionRow[]>`
      ${versionRows(sql)} where ${within} and (v.saved_at, v.id) < (${version.saved_at}, ${version.id}::uuid)
      order by v.saved_at desc, v.id desc limit 1`;
    const other = query.against === 'latest' ? latest : before;
    const { fields, ...saved } = version;
    const data: VersionComparison = {
      ...saved,
      against: other ? { id: other.id, saved_by: other.saved_by, saved_at: other.saved_at } : null,
      is_latest: version.id === latest.id,
      changes: compareFields(other?.fields, fields),
    };
    return { data };
  };
}
