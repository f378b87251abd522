import { createHash } from 'node:crypto';
import { bodyOf } from './concentration/reading.ts';
import { RareEvent, RUN_LENGTH } from './concentration/restarting.ts';
import { Substitution, type SubstitutionSnapshot } from './concentration/substitution.ts';
import { Windows, weightOf } from './concentration/windows.ts';
import { chanceHits } from './mask-chance.ts';
import type { CodeFormat } from './masks/format.ts';
import { scanSecret } from './scan/scan-secret.ts';

export interface Concentration {
  /** Counts one card; true once its programme's cards can't be honest codes. */
  add: (code: string, pin: string | null) => boolean;
  /** The card before the next one, which was counted elsewhere. */
  follow: (code: string, pin: string | null) => void;
  /** What to go on from with the next cards. It tells of few cards what they have in common, so it is kept sealed. */
  snapshot: () => string;
}

interface Snapshot {
  counted: string;
  windows: ReturnType<Windows['snapshot']>;
  hits: number[];
  substitution: SubstitutionSnapshot;
}

// Rises when what is kept means something else.
const VERSION = 3;

/**
 * Watches whether card numbers stand in a programme's codes (IG-24) more often than chance allows, with detectors that
 * start anew at every row. Honest codes raise an alarm once in a billion rows on average at most.
 */
export function watchConcentration(format: CodeFormat, before: string | null): Concentration {
  const windows = new Windows(format);
  const byChance = chanceHits(format);
  const counted = createHash('sha256')
    .update(JSON.stringify([VERSION, format]))
    .digest('base64');
  const known = before === null ? undefined : (JSON.parse(before) as Snapshot);
  const same = known?.counted === counted ? known : undefined;
  const substitution = new Substitution(format);
  if (same) {
    windows.restore(same.windows);
    substitution.restore(same.substitution);
  }
  // Twice as often as simulated, because a simulation isn't exact.
  const honest = 2 * byChance.values().reduce((sum, share) => sum + share, 0);
  const hits = honest > 0 ? new RareEvent(honest, same?.hits) : undefined;
  // Each row starts the detectors of all kinds with one in all, and the first one with what cards of another mask showed.
  const part = 1 / (1 + (hits ? 1 : 0) + (format.code.kind === 'numeric' ? 0 : 1));
  let brought = known && !same ? evidenceOf(known) : 0;
  return {
    add: (code, pin) => {
      const start = part * (1 + brought);
      brought = 0;
      const body = bodyOf(format.code, code);
      const atPlace = windows.add(body, pin ?? '', start) > RUN_LENGTH;
      const behindSymbols = substitution.add(body, pin ?? '', start);
      if (!hits) return atPlace || behindSymbols;
      const hit = scanSecret(format.code, code, pin ?? '');
      const asWhole = hits.add(hit !== undefined && byChance.has(hit.rule), start) > RUN_LENGTH;
      return atPlace || behindSymbols || asWhole;
    },
    follow: (code, pin) => windows.follow(bodyOf(format.code, code), pin ?? ''),
    snapshot: () => {
      const found = { windows: windows.snapshot(), hits: hits?.evidence ?? [], substitution: substitution.snapshot() };
      return JSON.stringify({ counted, ...found } satisfies Snapshot);
    },
  };
}

/** All that was found so far. Given to other windows it promises as much as before: its mean is the number of rows at most. */
const evidenceOf = ({ windows, hits, substitution }: Snapshot): number =>
  weightOf(windows) +
  hits.reduce((sum, value) => sum + value, 0) +
  substitution.trials.reduce((sum, { evidence }) => sum + evidence, 0);
