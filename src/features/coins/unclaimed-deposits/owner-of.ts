import type { UnclaimedDeposit } from '#contracts/coins/unclaimed-deposits.ts';

/** Whom it was given, or who is proposed for it; undefined for nobody. */
export const ownerOf = ({ assigned, decisions }: UnclaimedDeposit): string | undefined =>
  (assigned ?? decisions.at(-1))?.owner.id;
