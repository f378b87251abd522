import { expect, test } from 'vitest';
import type { Actor } from '../../../ctx.ts';
import { requireDuty } from './require-duty.ts';

const actor = (role: 'buyer' | 'admin', ...roles: string[]) =>
  ({ user: { role, roles: [role, ...roles] } }) as unknown as Actor;

test.each([
  ['an importer where that is asked', actor('admin', 'importer'), 'importer'],
  ['an approver where that is asked', actor('admin', 'importer', 'approver'), 'approver'],
  ['any admin where no duty is named', actor('admin'), undefined],
] as const)('%s passes', (_who, who, duty) => {
  expect(() => requireDuty(who, duty)).not.toThrow();
});

test.each([
  ['an admin with another duty', actor('admin', 'support'), 'importer', 'auth.duty.importer'],
  ['a buyer who held the duty', actor('buyer', 'approver'), 'approver', 'auth.duty.approver'],
  ['a buyer where no duty is named', actor('buyer'), undefined, 'error.forbidden'],
  ["a seller's login where no duty is named", actor('admin', 'seller'), undefined, 'error.forbidden'],
  ['an inactive admin', actor('admin', 'importer', 'inactive'), 'importer', 'auth.inactive'],
  ['an admin without a second factor', actor('admin', 'importer', 'unprotected'), 'importer', 'auth.unprotected'],
] as const)('%s is refused, and told why', (_who, who, duty, key) => {
  expect(() => requireDuty(who, duty)).toThrow(
    expect.objectContaining({ code: 'forbidden', text: expect.objectContaining({ key }) }),
  );
});
