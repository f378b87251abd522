import type { AccountData } from '../../feature.ts';

export const ticketData: AccountData = {
  sections: [
    {
      // Notes of staff aren't listed: they may be about others, so a person hands them out on request.
      name: 'tickets',
      read: (sql, { user_id, after, limit }) => sql`
        select t.id, t.number, c.slug as category, t.subject, t.status, t.reference_kind, t.reference_id,
          t.created_at, t.updated_at,
          (select jsonb_agg(jsonb_build_object('by_staff', m.by_staff, 'body', m.body, 'review', m.review,
            'created_at', m.created_at)
            order by m.id) from ticket_comments m where m.ticket_id = t.id) as comments,
          (select jsonb_build_object('good', r.good, 'comment', r.comment, 'created_at', r.created_at)
            from ticket_ratings r where r.ticket_id = t.id) as rating
        from tickets t join support_categories c on c.id = t.category_id
        where t.user_id = ${user_id} and t.id > ${after} order by t.id limit ${limit}`,
    },
  ],
  // What they wrote as a guest goes along, if the address is theirs: anybody may register with somebody else's.
  end: async (sql, { user_id, email }) => {
    await sql`
      delete from tickets where guest_email = ${email}
        and exists (select from users where id = ${user_id} and email_verified_at is not null)`;
    await sql`
      update idempotency_keys set reply = jsonb_set(jsonb_set(reply, '{data,user}', 'null'), '{data,subject}', '""')
      where reply #>> '{data,user,id}' = ${user_id} and reply #> '{data,subject}' is not null`;
  },
};
