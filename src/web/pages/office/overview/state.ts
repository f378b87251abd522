import type { Overview } from '#contracts/office/overview.ts';

export interface Chain {
  coin: string;
  paused: boolean;
}

/** Below this share of the disk, somebody should make room. */
const SCARCE = 0.1;

export const isScarce = ({ disk_free_bytes, disk_total_bytes }: NonNullable<Overview['machine']>): boolean =>
  disk_free_bytes < disk_total_bytes * SCARCE;
