import { DAY_MS } from '#contracts/time-units.ts';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';

const SOON_DAYS = 30;

const dayFrom = (clock: Clock, days: number) =>
  new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** Whether a card or lot is in date: it is sold up to and including the day it expires on, which is a day in UTC. */
export const inDate = (sql: Db, clock: Clock, of: string) =>
  sql`(${sql(of)}.expires_on is null or ${sql(of)}.expires_on >= ${dayFrom(clock, 0)}::date)`;

/** Whether a lot's date has passed. From a subselect the day isn't planned for, so a statement is planned once for all days. */
export const isPast = (sql: Db, clock: Clock, of: string) =>
  sql`${sql(of)}.expires_on < (select ${dayFrom(clock, 0)}::date)`;

/** Whether the programme and the batch of a card or lot are offered. */
export const isOffered = (sql: Db, of: string) => sql`(
  (select state from programmes where programmes.id = ${sql(of)}.programme_id) = 'active'
  and (select state from batch_standings where batch_standings.id = ${sql(of)}.batch_id) = 'approved'
)`;

/** The only rule for what can be listed, added to a cart and bought: a condition on a card with the alias `c`. */
export const onSale = (sql: Db, clock: Clock) => sql`(
  c.state = 'available' and ${inDate(sql, clock, 'c')} and ${isOffered(sql, 'c')}
)`;

/** 'available' for a card `c` that fits the rule, else why it doesn't. */
export const saleStatus = (sql: Db, clock: Clock) => sql`case
  when c.state = 'sold' then 'sold'
  when c.state in ('withdrawn', 'void') then 'withdrawn'
  when c.state = 'expired' or not ${inDate(sql, clock, 'c')} then 'expired'
  when c.state <> 'available' then 'paused'
  when not ${isOffered(sql, 'c')} then 'paused'
  else 'available' end`;

/** Whether a buyer must be told that a card expires within 30 days. */
export const endsSoon = (clock: Clock, expires_on: string | null): boolean =>
  expires_on !== null && expires_on <= dayFrom(clock, SOON_DAYS);

/** The first day of expiry of which a buyer need not be told. */
export const lastingFrom = (clock: Clock): string => dayFrom(clock, SOON_DAYS + 1);
