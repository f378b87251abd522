import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { endPreorder } from '../money/end-preorder.ts';

const EACH_RUN = 500;

/** Ends pre-orders whose last day is over or whose programme was retired, and frees their money. */
export async function endDue(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const due = await ctx.sql<{ id: string; programme: string; retired: boolean }[]>`
    select p.id, g.name as programme, g.state = 'retired' as retired
    from preorders p join programmes g on g.id = p.programme_id
    where p.state in ('open', 'part_filled')
      and (p.expires_on < ${now.toISOString().slice(0, 10)}::date or g.state = 'retired')
    order by p.id limit ${EACH_RUN}`;
  for (const { id, programme, retired } of due) {
    await transaction(ctx.sql, async (sql) => {
      const ended = await endPreorder(sql, {
        id,
        now,
        ...(retired ? { state: 'cancelled', reason: 'retired' } : { state: 'expired', reason: null }),
      });
      if (!ended) return;
      const { user_id, freed_cents } = ended;
      const why = retired ? 'retired' : 'expired';
      await notify(sql, user_id, {
        type: 'info',
        title: message(`preorder.${why}.title`),
        content:
          freed_cents > 0
            ? message(`preorder.${why}.text`, { programme, amount: { cents: freed_cents } })
            : message(`preorder.${why}.unreserved`, { programme }),
        link: pagePath('/preorder'),
      });
      const action = retired ? 'preorder.cancelled' : 'preorder.expired';
      await appendAudit(sql, { actor_id: null, action, subject: id, details: { freed_cents } });
    });
  }
}
