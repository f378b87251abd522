import { expect, test } from 'vitest';
import { proposalDecision } from '#contracts/shapes.ts';

const proposal_id = '019d0000-0000-7000-8000-000000000000';
const passes = (decision: string, reason?: string) =>
  proposalDecision.safeParse({ proposal_id, decision, ...(reason !== undefined && { reason }) }).success;

test('an approval goes without a reason, a rejection says why', () => {
  expect([passes('approved'), passes('approved', '  '), passes('approved', 'as agreed')]).toEqual([true, true, true]);
  expect([passes('rejected'), passes('rejected', '  '), passes('rejected', 'no contract')]).toEqual([
    false,
    false,
    true,
  ]);
  expect([passes('approved', 'ok'), passes('approved', 'x'.repeat(501))]).toEqual([false, false]);
});
