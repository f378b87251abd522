import { href } from 'react-router';
import { listHeld } from '#contracts/coins/holds.ts';
import { listClaims } from '#contracts/desk/claims.ts';
import { listDeskTickets } from '#contracts/desk/desk.ts';
import { listProposals, proposalSorts } from '#contracts/oversight/four-eyes.ts';
import type { Queue, QueueItem } from '#web/router/use-queue.ts';
import { attempt, type Where } from '#web/server/api.ts';
import { pageQueryOf, sortQueryOf } from '#web/server/page-query.ts';
import { inQueue } from './in-queue.ts';
import { claimQueryOf, heldQueryOf, ticketQueryOf } from './list-queries.ts';

type Load = (where: Where, filters: URL) => Promise<QueueItem[] | null>;

/** The page beside it says what is refused. */
const OWN = [401, 403, 404, 422, 429, 503];

const tickets: Load = async (where, filters) => {
  const found = await attempt(where, listDeskTickets, { query: ticketQueryOf(filters) }, OWN);
  if (!found.ok) return null;
  return found.reply.data.map(({ id, number, subject, category, user, guest_email, waiting_since, updated_at }) => ({
    id,
    to: href('/admin/tickets/:id', { id }),
    title: `#${number} ${subject}`,
    detail: `${user?.username ?? guest_email} · ${category}`,
    at: waiting_since ?? updated_at,
    cents: null,
  }));
};

/** What others proposed: nobody decides their own. */
const approvals: Load = async (where, filters) => {
  const query = { ...pageQueryOf(filters), ...sortQueryOf(filters, proposalSorts) };
  const found = await attempt(where, listProposals, { query }, OWN);
  if (!found.ok) return null;
  return found.reply.data.flatMap(({ id, link, label, proposer, own, proposed_at }) =>
    link === null || own
      ? []
      : [{ id, to: link, title: label, detail: proposer.username, at: proposed_at, cents: null }],
  );
};

const claims: Load = async (where, filters) => {
  const found = await attempt(where, listClaims, { query: claimQueryOf(filters) }, OWN);
  if (!found.ok) return null;
  return found.reply.data.map(({ id, number, programme, buyer, made_at, price_cents }) => ({
    id,
    to: href('/admin/claims/:id', { id }),
    title: `#${number} ${programme.name}`,
    detail: buyer.username,
    at: made_at,
    cents: price_cents,
  }));
};

const payments: Load = async (where, filters) => {
  const found = await attempt(where, listHeld, { query: heldQueryOf(filters) }, OWN);
  if (!found.ok) return null;
  return found.reply.data.map(({ id, coin, user, first_seen_at, held_cents }) => ({
    id,
    to: href('/admin/payments/:id', { id }),
    title: coin,
    detail: user.username,
    at: first_seen_at,
    cents: held_cents,
  }));
};

const queues: Record<Queue['name'], { list: string; load: Load }> = {
  tickets: { list: href('/admin/tickets'), load: tickets },
  approvals: { list: href('/admin/approvals'), load: approvals },
  claims: { list: href('/admin/claims'), load: claims },
  payments: { list: href('/admin/payments'), load: payments },
};

const NAMES = ['tickets', 'approvals', 'claims', 'payments'] as const;

/** The list that a record's URL names, as its own page shows it; null where it names none, or the reader may not see it. */
export async function loadQueue(where: Where): Promise<Queue | null> {
  const { url } = where;
  const name = NAMES.find((one) => one === url.searchParams.get('queue'));
  if (!name) return null;
  const { list, load } = queues[name];
  const filters = new URL(url);
  filters.search = url.searchParams.get('filter') ?? '';
  const found = await load(where, filters);
  if (!found) return null;
  const items = found.map((item) => ({ ...item, to: inQueue(name, item.to, filters.searchParams) }));
  const isHere = ({ to }: QueueItem) => to.split('?')[0] === url.pathname;
  const at = items.findIndex(isHere);
  const after = items.slice(at + 1).find((item) => !isHere(item)) ?? items.find((item) => !isHere(item));
  const own = list + filters.search;
  return { name, list: own, items, current: items[at]?.id ?? null, next: after?.to ?? own };
}
