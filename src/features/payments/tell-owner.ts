import type { Db } from '#platform/db/client.ts';
import { say } from '#words/say.ts';
import { notify } from '../notifications/notify.ts';
import { tellUser } from '../notifications/tell-user.ts';

interface Told {
  user_id: string;
  payment_id: string;
}

/** The owner's open pages read the payment and the balance again, and the inbox says what was credited. */
export async function tellCredited(sql: Db, { user_id, payment_id }: Told, cents: number): Promise<void> {
  await tellUser(sql, user_id, 'payment', { id: payment_id });
  if (cents === 0) return;
  await tellUser(sql, user_id, 'account');
  await notify(sql, user_id, {
    type: 'success',
    title: say('notify.credited', { amount: { cents } }),
    content: say('notify.credited_more'),
    link: `/billing/${payment_id}`,
  });
}

/** Something of a payment is held from now on: why stands on its page. */
export async function tellHeld(sql: Db, { user_id, payment_id }: Told): Promise<void> {
  await tellUser(sql, user_id, 'payment', { id: payment_id });
  await notify(sql, user_id, {
    type: 'warning',
    title: say('notify.held'),
    content: say('notify.held_more'),
    link: `/billing/${payment_id}`,
  });
}
