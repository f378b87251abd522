import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import type { Closure, Ctx } from '../../../ctx.ts';

/** This process's knowledge of the switch. MAINTENANCE in the environment wins over the database. */
export function createMaintenance(
  { maintenance }: Pick<Config, 'maintenance'>,
  clock: Clock,
): Ctx['maintenance'] & { learn(switched: Closure | null): void } {
  const forced: Closure | null = maintenance
    ? { source: 'environment', messages: {}, started_at: null, ends_at: null }
    : null;
  let known: Closure | null = null;
  return {
    closure() {
      if (forced) return forced;
      return known?.ends_at && Date.parse(known.ends_at) <= clock.now().getTime() ? null : known;
    },
    learn(switched) {
      known = switched;
    },
  };
}
