import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { queueMail } from '../../mail/queue-mail.ts';
import { notify } from '../../notifications/notify.ts';
import { deviceText } from './describe-device.ts';

export interface NewDevice {
  user_id: string;
  device_id: string;
  user_agent: string;
  address: string;
}

/** Tells an account's owner, by mail and in the inbox, that a device signed in for the first time. */
export async function notifyNewDevice(sql: Db, { user_id, device_id, user_agent, address }: NewDevice): Promise<void> {
  await queueMail(sql, 'new_device', { user_id, device_id });
  await notify(sql, user_id, {
    type: 'warning',
    title: message('notice.new_device'),
    content: message('notice.new_device_text', { device: deviceText(user_agent), address }),
    link: pagePath('/user/sessions'),
  });
}
