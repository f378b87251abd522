import type { ChangesSince, EditedText } from '#contracts/content/editor-calls.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import type { Kind } from '../editor/kind.ts';
import { compareFields } from './compare-fields.ts';
import { type VersionRow, versionRows } from './version-row.ts';

interface Asked {
  params: { id: string };
  query: { since: string };
}

/** The verb that says what others changed in a text since it was read: what a refused save would have overwritten. */
export function compareText<Text extends EditedText>({ table: kind }: Kind<Text>) {
  return async function compareText({ sql }: Ctx, _actor: Actor, { params: { id }, query: { since } }: Asked) {
    const within = sql`v.text_id = ${id} and v.kind = ${kind}`;
    // Times are told in milliseconds, and kept more exactly.
    const until = sql`v.saved_at < ${since}::timestamptz + interval '1 ms'`;
    const [[latest], [read]] = await Promise.all([
      sql<VersionRow[]>`${versionRows(sql)} where ${within} order by v.saved_at desc, v.id desc limit 1`,
      sql<VersionRow[]>`${versionRows(sql)} where ${within} and ${until} order by v.saved_at desc, v.id desc limit 1`,
    ]);
    if (!latest) throw new AppError('not_found', message('content.missing'));
    const data: ChangesSince = {
      saved_by: latest.saved_by,
      saved_at: latest.saved_at,
      changes: compareFields(read?.fields, latest.fields),
    };
    return { data };
  };
}
