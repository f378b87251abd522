import type { AccountData } from '../../feature.ts';

/** A person's own views go with their account; those that they made for the desk stay there. */
export const viewData: AccountData = {
  sections: [
    {
      name: 'ticket_views',
      read: (sql, { user_id, after, limit }) => sql`
        select id, name, view, priority, tag, q, created_at from ticket_views
        where owner_id = ${user_id} and id > ${after} order by id limit ${limit}`,
    },
  ],
  end: async (sql, { user_id }) => {
    await sql`delete from ticket_views where owner_id = ${user_id}`;
  },
};
