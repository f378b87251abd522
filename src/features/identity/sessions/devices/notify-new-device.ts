import { pagePath } from '#contracts/page-path.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { within } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { takeAttempt } from '../throttle/throttle.ts';
import { deviceText } from './describe-device.ts';

const MERGE_MS = 10 * MINUTE_MS;

export interface NewDevice {
  user_id: string;
  device_id: string;
  user_agent: string;
  address: string;
}

/**
 * Tells an account's owner, by mail and in the inbox, that a device signed in for the first time. Those that follow
 * within ten minutes are told in one mail at their end.
 */
export async function notifyNewDevice(
  ctx: Ctx,
  sql: Db,
  { user_id, device_id, user_agent, address }: NewDevice,
): Promise<void> {
  const limit = { key: `new-device-mail:${user_id}`, hits: 1, window_seconds: MERGE_MS / 1000 };
  const seconds = await takeAttempt(within(ctx, sql), limit);
  const run_at = new Date(ctx.clock.now().getTime() + seconds * 1000);
  // A second earlier than the window: the seconds left are rounded up.
  const since = new Date(run_at.getTime() - MERGE_MS - 1000).toISOString();
  if (seconds === 0) await queueMail(sql, 'new_device', { user_id, device_id });
  else await queueMail(sql, 'new_devices', { user_id, since }, { key: `new_devices:${user_id}`, run_at });
  await notify(sql, user_id, {
    type: 'warning',
    title: message('notice.new_device'),
    content: message('notice.new_device_text', { device: deviceText(user_agent), address }),
    link: pagePath('/user/sessions'),
  });
}
