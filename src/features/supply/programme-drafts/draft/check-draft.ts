import type { SavedFacts } from '#contracts/supply/programme-drafts.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx } from '../../../ctx.ts';
import { findNameProblem } from '../../programmes/brand-names/find-name-problem.ts';
import { findProblems } from '../../programmes/facts/find-problems.ts';

/**
 * Refuses what is wrong with the facts that somebody just gave, beside what the draft said before; what is wrong with others is
 * said where they are given, or at the proposal.
 */
export async function checkDraft(ctx: Ctx, facts: SavedFacts, given: SavedFacts): Promise<void> {
  const errors = await findProblems(ctx, facts);
  const name = facts.name === undefined ? null : await findNameProblem(ctx.sql, facts.name);
  if (name) errors.name ??= [name];
  const own = Object.entries(errors).filter(([field]) => Object.hasOwn(given, field));
  const [first] = own;
  if (first) throw new AppError('invalid', first[1][0]!, Object.fromEntries(own));
}
