import type { AccountLinks } from '#contracts/identity/linked-accounts.ts';
import type { Db } from '#platform/db/client.ts';

/** What ties an account to others, with the others. */
export async function readLinks(sql: Db, user_id: string): Promise<AccountLinks> {
  const [group, links, [waits = null]] = await Promise.all([
    sql<AccountLinks['group']>`
      select u.id, u.username, u.tier, u.disabled_at is not null as disabled
      from linked_accounts own join linked_accounts other on other.group_id = own.group_id
        and other.user_id <> own.user_id
      join users u on u.id = other.user_id
      where own.user_id = ${user_id} order by u.id limit 100`,
    sql<AccountLinks['links']>`
      select l.id, l.kind, l.first_at, l.last_at, l.times, l.ties, others.shared_with,
        case when l.cut_at is not null then jsonb_build_object(
          'at', to_char(l.cut_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', w.username, 'reason',
          l.cut_reason) end as cut,
        exists (select from shared_keys s where s.kind = l.kind and s.key = l.key) as everybodys
      from account_links l left join users w on w.id = l.cut_by
      cross join lateral (
        select jsonb_agg(jsonb_build_object('id', u.id, 'username', u.username) order by u.id) as shared_with
        from (
          select user_id from account_links o where o.kind = l.kind and o.key = l.key and o.user_id <> l.user_id
          order by user_id limit 20) o
        join users u on u.id = o.user_id) others
      where l.user_id = ${user_id} and others.shared_with is not null order by l.id limit 100`,
    sql<NonNullable<AccountLinks['waits']>[]>`
      select why, since from account_waits
      where user_id = ${user_id} and released_at is null and must_wait(${user_id})`,
  ]);
  return { group: [...group], links: [...links], waits };
}
