import type { Link } from './chained-log.ts';
import type { Problems } from './problem-list.ts';

/** How far a check of a chain is, as plain data: the next piece goes on from it, in another process if need be. */
export interface Place {
  position: number;
  /** The stored link at `position` in hex. */
  previous: string;
}

export const firstPlace = (): Place => ({ position: 0, previous: '00'.repeat(32) });

/**
 * Goes on to the next stored link, and returns the one that it has to be made from: null after a gap, which is named. Each link is
 * checked against the stored one before it, so that each problem is named once.
 */
export function followLink(place: Place, { position, link }: Link, problems: Problems, where = ''): Buffer | null {
  const next = place.position + 1;
  const last = position - 1;
  if (position > next) {
    problems.add(
      last === next
        ? `position ${next} of the chain is missing${where}`
        : `positions ${next} to ${last} of the chain are missing${where}`,
    );
  }
  const previous = position === next ? Buffer.from(place.previous, 'hex') : null;
  place.previous = Buffer.from(link).toString('hex');
  place.position = position;
  return previous;
}
