import type { ListedSeller, SellerDetail } from '#contracts/supply/sellers.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, VaultCtx } from '../../../ctx.ts';
import { screenNames } from '../../../customers/sanctions/screen-names.ts';
import { readStatedProposal } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { visibleSellers } from '../access/of-seller.ts';
import { contactOf } from './contact-of.ts';
import { sellerKeyAad, taxIdAad } from './seller-key.ts';
import { sellerKinds } from './seller-kinds.ts';

const YEAR_MS = 365 * DAY_MS;
const CLAIMS_MS = 90 * DAY_MS;

/** SQL for the balances of a seller `s`. */
export const balancesOf = (sql: Db) => sql`(
  select jsonb_build_object('pending_cents', coalesce(sum(balance_cents) filter (where kind = 'seller_pending'), 0),
    'available_cents', coalesce(sum(balance_cents) filter (where kind = 'seller_available'), 0),
    'reserved_cents', coalesce(sum(balance_cents) filter (where kind = 'seller_reserved'), 0),
    'paying_cents', coalesce(sum(balance_cents) filter (where kind = 'seller_paying'), 0),
    'paid_cents', coalesce(sum(balance_cents) filter (where kind = 'seller_paid'), 0),
    'owed_cents', coalesce(sum(balance_cents) filter (where kind <> 'seller_paid'), 0))
  from seller_balances where seller_id = s.id)`;

/** SQL for the lines of a seller `s` that were sold within 90 days and not returned. */
const soldLately = (sql: Db, now: Date) => sql`
  from seller_lines sold join sold_cards l on l.line_id = sold.line_id
  where sold.seller_id = s.id and sold.sold_at > ${new Date(now.getTime() - CLAIMS_MS)} and l.state <> 'returned'`;

/** SQL for the columns of a seller `s` in a list. */
export const listedColumns = (sql: Db, now: Date) => sql`
  s.id, s.legal_name, s.country, s.state, ${balancesOf(sql)} as balances,
  (select jsonb_build_object('cards', count(*), 'price_cents', coalesce(sum(price_cents), 0)) from seller_lines
    where seller_id = s.id and sold_at > ${new Date(now.getTime() - YEAR_MS)} and state <> 'reversed') as year,
  (select count(*) ${soldLately(sql, now)}) as sold_90d,
  (select count(*) ${soldLately(sql, now)}
    and exists (select from claimed_lines where line_id = l.line_id)) as claims_90d,
  (select count(*) from batches where seller_id = s.id) as batches`;

type Row = ListedSeller &
  Omit<SellerDetail, 'tax_id_hint' | 'proposal' | 'verification' | 'next_contact' | 'resembling'> & {
    data_key: Buffer;
    tax_id: Buffer;
  };

/** A seller as the back office sees it, or as whoever signs in for that seller; not_found for another's. */
export async function readSeller(ctx: VaultCtx, sql: Db, actor: Actor, id: string): Promise<SellerDetail> {
  const now = ctx.clock.now();
  const [row] = await sql<Row[]>`
    select ${listedColumns(sql, now)}, ${contactOf(sql, { at: now })} as contact_email, s.owners, s.data_key,
      s.tax_id, s.created_at,
      jsonb_build_object('commission_bp', s.commission_bp, 'returns_borne_by', s.returns_borne_by,
        'reserve_bp', s.reserve_bp,
        'reserve_days', s.reserve_days, 'minimum_payout_cents', s.minimum_payout_cents) as terms,
      c.username as created_by,
      case when u.id is not null then jsonb_build_object('id', u.id, 'username', u.username) end as login,
      (select jsonb_build_object(
          'since', to_char(w.since at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'cards',
          w.cards, 'percent', w.percent)
        from seller_waits w where w.seller_id = s.id and w.released_at is null) as share_waits
    from sellers s join users c on c.id = s.created_by left join users u on u.id = s.user_id
    where s.id = ${id} and ${visibleSellers(sql, actor)}`;
  if (!row) throw new AppError('not_found', message('seller.not_found'));
  const { data_key, tax_id, ...facts } = row;
  const tax = ctx.vault.open(ctx.vault.unwrap(data_key, sellerKeyAad(id)), tax_id, taxIdAad(id));
  const [verification = null] = await sql<NonNullable<SellerDetail['verification']>[]>`
    select p.facts ->> 'reference' as reference, p.facts ->> 'checked_on' as checked_on,
      o.username as proposed_by, d.username as approved_by, p.decided_at as at
    from proposals p join users o on o.id = p.proposer_id join users d on d.id = p.decider_id
    where p.kind = ${sellerKinds.verification.name} and p.subject = ${id} and p.decision = 'approved'
    order by p.id desc limit 1`;
  const [next_contact = null] = await sql<NonNullable<SellerDetail['next_contact']>[]>`
    select email, in_force_from from seller_contacts where seller_id = ${id} and in_force_from > ${now}
    order by id desc limit 1`;
  const proposal = await readProposal(sql, actor, id);
  // A seller who signs in must not learn what the list says.
  const office = !actor.user.roles.includes('seller');
  const names = [facts.legal_name, ...facts.owners];
  const resembling = office ? (await screenNames(sql, { country: facts.country, names })).close : [];
  return { ...facts, resembling, next_contact, tax_id_hint: `…${tax.slice(-3)}`, verification, proposal };
}

async function readProposal(sql: Db, actor: Actor, id: string): Promise<SellerDetail['proposal']> {
  for (const kind of Object.values(sellerKinds)) {
    const stated = await readStatedProposal(sql, actor, kind, id);
    if (!stated) continue;
    const { facts, reason: _, ...open } = stated;
    const { reference = null, checked_on = null, ...terms } = facts;
    const isTerms = kind === sellerKinds.terms;
    // The facts of a proposal have the shape that its kind gave them.
    return {
      ...open,
      kind: isTerms ? 'seller.terms' : 'seller.verification',
      reference: reference as string | null,
      checked_on: checked_on as string | null,
      terms: isTerms ? (terms as unknown as SellerDetail['terms']) : null,
    };
  }
  return null;
}
