import type { z } from 'zod';

const EU = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' ');

/** `DE,FR` or `EU:2027-07-10`: from when (ms) each country has no anonymous accounts. */
export function readCountries(text: string, ctx: z.RefinementCtx): ReadonlyMap<string, number> {
  const from = new Map<string, number>();
  for (const part of text.split(',').map((each) => each.trim())) {
    const [, country = '', day] = /^([A-Z]{2})(?::(\d{4}-\d\d-\d\d))?$/.exec(part) ?? [];
    const at = day ? Date.parse(`${day}T00:00:00Z`) : 0;
    if (!country || Number.isNaN(at))
      ctx.addIssue({ code: 'custom', message: 'must be like DE,FR or EU:2027-07-10, with commas between' });
    for (const each of country === 'EU' ? EU : [country]) from.set(each, Math.min(at, from.get(each) ?? at));
  }
  return from;
}
