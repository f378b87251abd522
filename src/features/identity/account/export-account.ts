import { HOUR_S } from '#contracts/time-units.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import type { AccountData, ExportSection } from '../../feature.ts';
import { throttle } from '../sessions/throttle/throttle.ts';

const PER_HOUR = 5;
const PAGE = 200;

/** Below every real id. */

/**
 * Streams everything the shop stores about the user as one JSON document, without secrets. It is read page by page, so
 * that a slow reader ties up neither memory nor a database connection.
 */
export const exportAccountOf = (data: readonly AccountData[]) =>
  async function exportAccount(ctx: VaultCtx, actor: Actor): Promise<AsyncIterable<string>> {
    const { id } = actor.user;
    await throttle(ctx, [{ key: `export:${id}`, hits: PER_HOUR, window_seconds: HOUR_S }], 'export');
    await appendAudit(ctx.sql, { ...by(actor), action: 'auth.exported', subject: id });
    return textOf(
      ctx,
      data.flatMap(({ sections }) => sections ?? []),
      id,
    );
  };

async function* textOf(ctx: VaultCtx, sections: readonly ExportSection[], user_id: string): AsyncIterable<string> {
  const { sql, clock } = ctx;
  const [profile] = await sql`
    select id, username, display_name, email, locale, time_zone, theme, country, shortcuts, role, duties, tier,
      created_at, terms_accepted_at, email_verified_at, activated_at from users where id = ${user_id}`;
  yield `{"exported_at":${JSON.stringify(clock.now())},"profile":${JSON.stringify(profile)}`;
  for (const { name, numbered, read } of sections) {
    yield `,${JSON.stringify(name)}:[`;
    let after = numbered ? '0' : FIRST_ID;
    for (let first = true; ; ) {
      const rows = await read(sql, { user_id, after, limit: PAGE }, ctx);
      for (const row of rows) {
        yield `${first ? '' : ','}${JSON.stringify(row)}`;
        first = false;
      }
      const last = rows.at(-1)?.id;
      if (rows.length < PAGE || last === undefined) break;
      after = String(last);
    }
    yield ']';
  }
  yield '}\n';
}
