import type { z } from 'zod';
import type { programmeFacts } from '#contracts/supply/programme-facts.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import { fiatReference } from '../../../coins/rates/samples/fiat-reference.ts';
import type { Ctx } from '../../../ctx.ts';
import { findProblems } from './find-problems.ts';

/** Refuses a programme for all that is wrong with its facts, and one whose face values can't be judged in dollars now (L3). */
export async function checkFacts(ctx: Ctx, facts: z.output<typeof programmeFacts>): Promise<void> {
  const errors = await findProblems(ctx, facts);
  const [first] = Object.values(errors).flat();
  if (first) throw new AppError('invalid', first, errors);
  await fiatReference(ctx, ctx.sql, facts.currency, ctx.clock.now());
}

/** A programme that people may still work with. */
export function requireOpen(state: string): void {
  if (state !== 'active' && state !== 'suspended') throw new AppError('conflict', message('programme.not_in_force'));
}
