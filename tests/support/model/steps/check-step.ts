import { expect } from 'vitest';
import { booksOf } from '#app/checks.ts';
import { runChecks } from '#features/office/books/verification/ledger-checks.ts';
import { findContradictions } from '../oracle.ts';
import type { ShopModel } from '../shop-model.ts';
import { type Run, readKinds } from '../world.ts';
import { Step } from './step.ts';

/** The shop's own check, the oracle and the model agree about the books. */
export async function checkBooks(model: ShopModel, real: Run): Promise<void> {
  if (real.books.broken) return;
  const named: string[] = [];
  for await (const { problems } of runChecks(real.ctx, booksOf(true))) named.push(...problems);
  expect(named).toEqual([]);
  expect(await findContradictions(real.sql)).toEqual([]);
  const kinds = await readKinds(real);
  const moved = Object.keys(model.house).map((kind) => [kind, (kinds[kind] ?? 0) - (real.held[kind] ?? 0)]);
  expect(Object.fromEntries(moved)).toEqual(model.house);
}

export const check = new Step('check', '', async (model, real) => {
  await checkBooks(model, real);
  return 200;
});
