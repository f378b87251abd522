import type { Db } from '#platform/db/client.ts';

export interface Alert {
  /** `feature.what_happened` */
  kind: string;
  /** What it is about: a coin, an id. */
  subject: string;
  /** Facts that help a person to decide; never a secret. */
  details?: Record<string, string | number | boolean | null>;
}

/** Tells the back office of something that a person must look at. Raised again while it is open, it counts up and takes the new facts. */
export async function raiseAlert(sql: Db, now: Date, { kind, subject, details = {} }: Alert): Promise<void> {
  await sql`
    insert into alerts (kind, subject, details, raised_at, last_raised_at)
    values (${kind}, ${subject}, ${sql.json(details)}, ${now}, ${now})
    on conflict (kind, subject) where resolved_at is null
    do update set times = alerts.times + 1, details = excluded.details, last_raised_at = excluded.last_raised_at`;
}
