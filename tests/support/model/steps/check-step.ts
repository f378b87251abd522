import { expect } from 'vitest';
import { booksOf } from '#app/checks.ts';
import { runChecks } from '#features/office/books/verification/ledger-checks.ts';
import { findContradictions } from '../oracle.ts';
import type { ShopModel } from '../shop-model.ts';
import { type Run, readKinds, type World } from '../world.ts';
import { Step } from './step.ts';

/** What the shop's own check names, as `facevalue ledger verify` runs it. */
async function problemsOf({ ctx }: Pick<World, 'ctx'>): Promise<string[]> {
  const named: string[] = [];
  for await (const { problems } of runChecks(ctx, booksOf(ctx.config.demo))) named.push(...problems);
  return named;
}

/** Both checks agree about everything that all runs left. Returns how much that is, and how long each check took. */
export async function checkAll(world: World): Promise<string> {
  const [books] = await world.sql<{ transfers: number }[]>`select count(*) as transfers from ledger_transfers`;
  const began = performance.now();
  const named = await problemsOf(world);
  const between = performance.now();
  const contradictions = await findContradictions(world.sql);
  const [shop_ms, oracle_ms] = [between - began, performance.now() - between].map(Math.round);
  expect([...named, ...contradictions]).toEqual([]);
  return `${books!.transfers} transfers: the shop's own check took ${shop_ms} ms, the oracle ${oracle_ms} ms`;
}

/** The shop's own check, the oracle and the model agree about the books. */
export async function checkBooks(model: ShopModel, real: Run): Promise<void> {
  if (real.books.broken) return;
  await real.staySignedIn();
  expect(await problemsOf(real)).toEqual([]);
  expect(await findContradictions(real.sql)).toEqual([]);
  const kinds = await readKinds(real);
  const moved = Object.keys(model.house).map((kind) => [kind, (kinds[kind] ?? 0) - (real.held[kind] ?? 0)]);
  expect(Object.fromEntries(moved)).toEqual(model.house);
}

export const check = new Step('check', '', async (model, real) => {
  await checkBooks(model, real);
  return 200;
});
