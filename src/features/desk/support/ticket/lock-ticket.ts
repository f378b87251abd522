import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

export interface LockedTicket {
  id: string;
  number: number;
  /** Null for a guest's. */
  user_id: string | null;
  status: number;
  assignee_id: string | null;
  version: number;
}

export const SOLVED = 4;
export const CLOSED = 5;

/** Locks a ticket, so that replies at the same moment come one after the other. With `owner`, only that buyer's. */
export async function lockTicket(sql: Tx, id: string, owner?: string): Promise<LockedTicket> {
  const [ticket] = await sql<LockedTicket[]>`
    select id, number, user_id, status, assignee_id, version from tickets
    where id = ${id} and (${owner ?? null}::uuid is null or user_id = ${owner ?? null}) for update`;
  if (!ticket) throw new AppError('not_found', message('support.missing'));
  return ticket;
}

/** The same for what a closed ticket no longer takes. */
export async function lockUnclosed(sql: Tx, id: string, owner?: string): Promise<LockedTicket> {
  const ticket = await lockTicket(sql, id, owner);
  if (ticket.status === CLOSED) throw new AppError('conflict', message('support.is_closed'));
  return ticket;
}
