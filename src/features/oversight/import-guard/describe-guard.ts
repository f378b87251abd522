import type { Reply } from '#contracts/call.ts';
import { type describeGuard as contract, guardRules } from '#contracts/oversight/import-guard.ts';
import { NETWORK_RANGES, NETWORK_RANGES_SHA256 } from './numbers/network-ranges.ts';
import { GUARD_VERSION, outcomeOf } from './scan/rule.ts';

/** The published list of what the guard refuses. */
export async function describeGuard(): Promise<Reply<typeof contract>> {
  return {
    data: {
      version: GUARD_VERSION,
      range_table_sha256: NETWORK_RANGES_SHA256,
      networks: [...new Set(NETWORK_RANGES.map(({ network }) => network))],
      rules: guardRules.map((rule) => ({ rule, outcome: outcomeOf(rule) })),
    },
  };
}
