import { userChannel } from '#contracts/channels.ts';
import type { AccountData } from '../../feature.ts';

export const notificationData: AccountData = {
  sections: [
    {
      name: 'notifications',
      read: (sql, { user_id, after, limit }) => sql`
        select id, type, title, content, link, created_at, read_at from notifications
        where user_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
    {
      name: 'notification_settings',
      read: (sql, { user_id, limit }) =>
        sql`
          select kind, inbox, mail from notification_settings where user_id = ${user_id} order by kind limit ${limit}`,
    },
  ],
  end: async (sql, { user_id }) => {
    await sql`delete from events where channel = ${userChannel(user_id)}`;
  },
};
