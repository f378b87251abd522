import { z } from 'zod';
import { call } from '../call.ts';
import { cents, dataOf, id, time, withPeople } from '../shapes.ts';

/** How a debt ends that no new payment repays: from the balance, or at the shop's expense. */
export const DEBT_ENDS = ['balance', 'write_off'] as const;

export const listSpendingBlocks = call({
  method: 'GET',
  path: '/api/admin/spending-blocks',
  summary: 'Accounts that may not spend because a credited top-up was undone; whom it shows is audited',
  guards: withPeople,
  changesState: true,
  reply: dataOf(z.array(z.object({ user_id: id, username: z.string(), owed_cents: cents, blocked_at: time }))),
});
