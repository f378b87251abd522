import type { z } from 'zod';
import type { listAuditEntries } from '#contracts/oversight/audit.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { Db, Fragment } from '#platform/db/client.ts';
import { findOrderId, findUserId } from './find-named.ts';
import { isId } from './find-records.ts';

type Query = Pick<z.output<(typeof listAuditEntries)['query']>, 'who' | 'action' | 'about' | 'from' | 'to'>;

/** The filters resolved to ids and days, as an export's audit entry records them. */
export interface Selection {
  actor_id?: string | null;
  action?: string;
  subjects?: string[];
  from?: string;
  to?: string;
}

/** Ids follow time, but an entry may commit after later ones: so far apart they may be. */
const SLACK = 20_000;

export async function readSelection(sql: Db, { who, action, about, from, to }: Query): Promise<Selection> {
  const [actor_id, user, order] = await Promise.all([
    who ? findUserId(sql, who) : undefined,
    about ? findUserId(sql, about) : null,
    about ? findOrderId(sql, about) : null,
  ]);
  return {
    ...(actor_id !== undefined && { actor_id }),
    ...(action !== undefined && { action }),
    ...(about && { subjects: [...new Set([about, user, order].filter((one) => one !== null))] }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
}

/** The selection for the audit log, which holds ids and words of our own: what was typed may be somebody's address. */
export function recorded({ subjects, ...selection }: Selection): Selection {
  if (subjects === undefined) return selection;
  const ids = subjects.filter(isId);
  return { ...selection, subjects: ids.length > 0 ? ids : ['other'] };
}

/** SQL that selects entries `e`: each part is a range of an index that is ordered by id. */
export function selected(sql: Db, { actor_id, action, subjects, from, to }: Selection): Fragment {
  return sql`
    ${actor_id === undefined ? sql`true` : sql`e.actor_id = ${actor_id}`}
    and ${action === undefined ? sql`true` : sql`e.action = ${action}`}
    and ${subjects === undefined ? sql`true` : sql`e.subject = any(${subjects})`}
    and ${from === undefined ? sql`true` : since(sql, new Date(from))}
    and ${to === undefined ? sql`true` : until(sql, new Date(Date.parse(to) + DAY_MS))}`;
}

const since = (sql: Db, at: Date) => sql`(e.at >= ${at}
  and e.id >= (select b.id from audit_entries b where b.at >= ${at} order by b.at limit 1) - ${SLACK}::bigint)`;

const until = (sql: Db, at: Date) => sql`(e.at < ${at}
  and e.id <= (select b.id from audit_entries b where b.at < ${at} order by b.at desc limit 1) + ${SLACK}::bigint)`;
