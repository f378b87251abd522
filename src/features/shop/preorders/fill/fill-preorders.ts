import type { Ctx } from '../../../ctx.ts';
import { endDue } from './end-due.ts';
import { type Due, fillPreorder } from './fill-preorder.ts';
import { freeCards } from './free-cards.ts';
import { mailFills } from './mail-fills.ts';
import { notifyOnSale } from './notify-on-sale.ts';
import { retrySkipped } from './retry-skipped.ts';

const PIECE = 100;
/** After so many pieces others get their turn, and buyers their mail. */
const PIECES = 20;

/** Ends what is due, buys what is allotted, oldest first, and frees the rest; a crash between two orders loses nothing. */
export async function fillPreorders(ctx: Ctx): Promise<void> {
  await endDue(ctx);
  await retrySkipped(ctx);
  for (let piece = 0; piece < PIECES; piece++) {
    await freeCards(ctx);
    const due = await ctx.sql<Due[]>`
      select p.id, p.user_id from preorders p join programmes g on g.id = p.programme_id
      where p.state in ('open', 'part_filled') and p.retry_at is null and g.state = 'active'
        and exists (select from preorder_allotments a where a.preorder_id = p.id)
      order by p.queued_at, p.id limit ${PIECE}`;
    let progress = false;
    for (const preorder of due) {
      // One that fails must not hold up those behind it.
      const filled = await fillAll(ctx, preorder).catch((err: unknown) =>
        ctx.log.error({ err, id: preorder.id }, 'a pre-order was not filled'),
      );
      progress ||= filled === true;
    }
    if (!progress) break;
  }
  await notifyOnSale(ctx);
  await mailFills(ctx);
}

/** Buys everything that this pre-order can buy, in several orders where one may not be so large; says whether anything happened. */
async function fillAll(ctx: Ctx, preorder: Due): Promise<boolean> {
  for (let progress = false; ; progress = true) {
    const outcome = await fillPreorder(ctx, preorder);
    if (outcome !== 'partly') return progress || outcome !== 'nothing';
  }
}
