import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { cheapestCards } from './cheapest-cards.ts';
import { equalTo, valueLines } from './value-lines.ts';

/** Puts an equal card in place of each line added by value that can't be bought any more, and has open pages read the cart. */
export async function swapLines(ctx: Ctx, user_id: string): Promise<void> {
  await transaction(ctx.sql, async (sql) => {
    // Waits for additions to the same cart, so that no card gets into it twice.
    await sql`select from users where id = ${user_id} for no key update`;
    const lines = await valueLines(sql, ctx.clock, user_id);
    for (const line of lines.filter(({ status }) => status !== 'available')) {
      const [equal] = await cheapestCards(sql, ctx.clock, { ...equalTo(user_id, line), limit: 1 });
      if (!equal) continue;
      await sql`
        update cart_items set card_id = ${equal.id}, replaced = (${line.card_id}::uuid || replaced)[:20]
        where user_id = ${user_id} and card_id = ${line.card_id}`;
    }
    await publishUserEvent(sql, user_id, 'cart');
  });
}
