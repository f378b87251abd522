import type { NamedRecord } from '#contracts/oversight/audit.ts';
import { pagePath } from '#contracts/page-path.ts';
import type { Db } from '#platform/db/client.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const isId = (text: string): boolean => UUID.test(text);

interface Found extends Omit<NamedRecord, 'link'> {
  /** The record on whose page it stands, if not on its own. */
  place: string | null;
}

/** What ids name, by id; an id that names nothing, or something removed since, is left out. */
export async function findRecords(sql: Db, texts: readonly string[]): Promise<Map<string, NamedRecord>> {
  const ids = [...new Set(texts.filter(isId))];
  if (ids.length === 0) return new Map();
  const rows = await sql<Found[]>`
    with wanted as (select unnest(${ids}::uuid[]) as id)
    select id, 'user' as kind, username as name, null::uuid as place from users join wanted using (id)
    union all select id, 'order', '#' || number, null from orders join wanted using (id)
    union all select l.id, 'line', '#' || o.number, o.id
      from order_lines l join wanted using (id) join orders o on o.id = l.order_id
    union all select id, 'card', '', batch_id from cards join wanted using (id)
    union all select id, 'batch', name, null from batches join wanted using (id)
    union all select id, 'import', '', batch_id from imports join wanted using (id)
    union all select id, 'programme', name, null from programmes join wanted using (id)
    union all select id, 'issuer_key', '', programme_id from issuer_keys join wanted using (id)
    union all select id, 'deposit', coin, null from deposits join wanted using (id)
    union all select id, 'payment', coin, user_id from payments join wanted using (id)
    union all select id, 'unclaimed', coin, null from unclaimed_deposits join wanted using (id)
    union all select id, 'ticket', '#' || number, null from tickets join wanted using (id)
    union all select id, 'claim', '#' || number, null from claims join wanted using (id)
    union all select id, 'seller', legal_name, null from sellers join wanted using (id)
    union all select id, 'payout', '', seller_id from seller_payouts join wanted using (id)
    union all select id, 'preorder', '', programme_id from preorders join wanted using (id)
    union all select id, 'gift', '', null from gifts join wanted using (id)
    union all select id, 'rate_jump', coalesce(coin, currency), null from rate_jumps join wanted using (id)
    union all select id, 'proposal', kind, null from proposals join wanted using (id)`;
  return new Map(rows.map(({ place, ...row }) => [row.id, { ...row, link: linkOf({ ...row, place }) }]));
}

function linkOf({ kind, id, place }: Pick<Found, 'kind' | 'id' | 'place'>): string | null {
  switch (kind) {
    case 'user':
      return pagePath('/admin/users/:id', { id });
    case 'order':
      return pagePath('/admin/orders/:id', { id });
    case 'line':
      return place && pagePath('/admin/orders/:id', { id: place });
    case 'payment':
      return place && pagePath('/admin/users/:id', { id: place });
    case 'batch':
      return pagePath('/reseller/base/:id', { id });
    case 'card':
      return place && pagePath('/reseller/base/:id', { id: place });
    case 'import':
      return place && pagePath('/reseller/import/:id', { id: place });
    case 'programme':
      return pagePath('/admin/programmes/:id', { id });
    case 'issuer_key':
      return place && pagePath('/admin/programmes/:id', { id: place });
    case 'preorder':
      return place && pagePath('/reseller/preorders/:id', { id: place });
    case 'deposit':
      return pagePath('/admin/payments/:id', { id });
    case 'unclaimed':
      return pagePath('/admin/unclaimed-deposits/:id', { id });
    case 'ticket':
      return pagePath('/admin/tickets/:id', { id });
    case 'claim':
      return pagePath('/admin/claims/:id', { id });
    case 'seller':
      return pagePath('/reseller/sellers/:id', { id });
    case 'payout':
      return place && pagePath('/reseller/sellers/:id/payouts', { id: place });
    case 'rate_jump':
      return pagePath('/admin/rate-jumps/:id', { id });
    default:
      return null;
  }
}
