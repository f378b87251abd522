import type { CountryBar } from '#contracts/customers/tiers.ts';
import { message } from '#i18n/message.ts';
import type { Config } from '#platform/config.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';

interface Whereabouts {
  /** As its owner said; null where nobody did. */
  country: string | null;
  embargoed: boolean;
  tier: number;
}

/** Why somebody can't buy because of a country: it is embargoed, or has no anonymous accounts any more. Null: nothing in the way. */
export function countryBar({ no_anonymous }: Config, now: Date, who: Whereabouts): CountryBar | null {
  if (who.embargoed) return 'embargoed';
  const ended = [...no_anonymous].filter(([, from]) => from <= now.getTime()).map(([country]) => country);
  if (who.tier > 0 || ended.length === 0) return null;
  if (who.country === null) return 'unknown';
  return ended.includes(who.country) ? 'anonymous' : null;
}

/** What an order is refused with: `tier` and `country` name what helps. */
export function refuseBar(bar: CountryBar | null): void {
  if (bar === null) return;
  const text = message(`tiers.bar.${bar}`);
  throw new AppError('invalid', text, { [bar === 'anonymous' ? 'tier' : 'country']: [text] });
}

export async function readWhereabouts(sql: Db, user_id: string): Promise<Whereabouts> {
  const [who] = await sql<Whereabouts[]>`
    select u.country, u.tier, exists (select from embargoed_countries e where e.country = u.country) as embargoed
    from users u where u.id = ${user_id}`;
  if (!who) throw new Error(`user ${user_id} is gone`);
  return who;
}
