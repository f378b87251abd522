import { expect, test } from 'vitest';
import { call } from '#contracts/call.ts';
import type { Macs, Vault } from '#platform/vault/create-vault.ts';
import { type Caller, serve } from './serve.ts';

const unmarked = call({ method: 'POST', path: '/api/unmarked', summary: 'Nothing', guards: [] });
const marked = call({ method: 'POST', path: '/api/marked', summary: 'Nothing', guards: [], inVault: true });

const opens = async (_ctx: { vault: Vault }, _caller: Caller<null>) => undefined;
const proves = async (_ctx: { vault: Macs }, _caller: Caller<null>) => undefined;

test('a verb that takes the vault’s own keys doesn’t compile for a call that is not marked', () => {
  expect([serve(marked, opens), serve(marked, proves), serve(unmarked, proves)]).toHaveLength(3);
  // @ts-expect-error: this line fails `npm run verify` as soon as it compiles
  expect(serve(unmarked, opens).call).toBe(unmarked);
});
