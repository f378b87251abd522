import { money } from './money.ts';
import { people } from './people.ts';
import type { ScrubRules } from './scrub-rule.ts';
import { shop } from './shop.ts';

/** What becomes of every table in a copy for staging. A column that no rule names keeps a copy from being made (refuse-undecided.ts). */
export const scrubRules: ScrubRules = { ...people, ...money, ...shop };
