import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { run as audit } from '#cli/verify/audit.ts';
import { run as ledgerVerify } from '#cli/verify/ledger-verify.ts';
import { listVerifications, startVerification } from '#contracts/oversight/audit.ts';
import { placeOrder, returnCard } from '#contracts/shop/orders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import type { VaultCtx } from '#features/ctx.ts';
import { anchorAuditLog } from '#features/oversight/alerts/anchor-audit-log.ts';
import type { Tx } from '#platform/db/client.ts';
import { sealTransfers } from '#platform/ledger/chain/seal-transfers.ts';
import { vaultOf } from '#platform/vault/create-vault.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';

const data_dir = mkdtempSync(join(tmpdir(), 'facevalue-forged-ledger-'));
afterAll(() => rmSync(data_dir, { recursive: true }));
const shop = await createTestShop({ data_dir });
const { sql } = shop;
const staff = await createStaff(shop);
const auditor = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));

/** The transfers of an ordinary day, by their places in the chain. */
let transfers: { id: number; at: string }[];
const named = (position: number) => `transfer ${transfers[position - 1]!.id} of ${transfers[position - 1]!.at}`;
const idOf = (position: number) => transfers[position - 1]!.id;

beforeAll(async () => {
  const codes = Array.from({ length: 3 }, (_, at) => ({ code: codeNumber(at) }));
  const { batch_id } = await staff.onSale(codes, { programme: { currency: 'USD' } });
  const ids = (await sql<{ id: string }[]>`select id from cards where batch_id = ${batch_id}`).map(({ id }) => id);
  await shop.createUser({ balance_cents: 1_00 });
  const buyer = await shop.createUser({ balance_cents: 100_00 });
  await sql`select nextval('ledger_transfers_id_seq')`;
  const order = (await shop.as(buyer)(placeOrder, { body: { ids } })).body.data;
  await shop.as(buyer)(returnCard, { params: { id: order.id, card_id: order.cards[0]!.id } });
  await shop.createUser({ balance_cents: 5_00 });
  // As if it had happened the day before, when it was sealed.
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update ledger_transfers set created_at = created_at - interval '1 day'`;
  });
  await sealTransfers(shop.ctx.sql, shop.ctx.vault);
  await anchorAuditLog(shop.ctx, 'now');
  transfers = await sql`
    select t.id, t.created_at as at from ledger_chain c join ledger_transfers t on t.id = c.transfer_id order by c.position`;
  expect(transfers).toHaveLength(5);
});

const today = new Date().toISOString().slice(0, 10);

/** The lines of the check that are about the chain, not about what the transfers come to. */
const OF_CHAIN = /\blink\b|\bpositions?\b|\bgone\b|\binserted\b|\bsealed\b|\banchor\b/;

/** What the command line's check prints, and how it ends. */
async function verified(ctx: VaultCtx): Promise<{ code: number; lines: string[] }> {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await ledgerVerify(ctx, ['verify']);
  const lines = written.mock.calls.map(([text]) => String(text).trim()).filter((line) => OF_CHAIN.test(line));
  written.mockRestore();
  return { code, lines };
}

class Undone extends Error {}

/** What is named after a forgery by somebody who gets past the triggers. Nothing of it stays. */
async function namedAfter(forge: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  let found: string[] = [];
  const attempt = sql.begin(async (raw) => {
    const tx = raw as Tx;
    await tx`set local session_replication_role = replica`;
    await forge(tx);
    ({ lines: found } = await verified({ ...shop.ctx, sql: tx as never }));
    throw new Undone();
  });
  await attempt.catch((error) => {
    if (!(error instanceof Undone)) throw error;
  });
  return found;
}

/** A copy of the first transfer with another number, time and key. */
const insert = (tx: Tx, id: number, at: string) => tx`
  insert into ledger_transfers (id, debit_account_id, credit_account_id, amount_cents, kind, unique_key, created_at)
  overriding system value
  select ${id}, debit_account_id, credit_account_id, 1, kind, ${`forged ${id}`}, ${at} from ledger_transfers where id = ${idOf(1)}`;
/** A number that no transfer got. */
const FREE = 3;
const daysBefore = (days: number) => new Date(Date.parse(transfers[0]!.at) - days * DAY_MS).toISOString();
/** Removes the newest transfers with their links. */
const cut = async (tx: Tx, count: number) => {
  await tx`delete from ledger_chain where position > ${transfers.length - count}`;
  await tx`delete from ledger_transfers where id > ${idOf(transfers.length - count)}`;
};
/** Lays the chain again. */
const layAgain = async (tx: Tx, key: Pick<VaultCtx['vault'], 'own'>) => {
  await tx`delete from ledger_chain`;
  await sealTransfers(tx, key);
};
const differs = (position: number) => `${named(position)} differs from its link at position ${position}`;
const inserted = (name: string) =>
  expect.stringMatching(`^${name} was inserted, or lost its link: it was sealed on ${today}\\S+$`);
const anchored = expect.stringMatching(
  /^the anchor of \S+ in the audit log: the link at position 5 was changed since$/,
);

const change = (set: string) => (tx: Tx) => tx.unsafe(`update ledger_transfers set ${set} where id = ${idOf(2)}`);

const forgeries: Record<string, { forge: (tx: Tx) => Promise<unknown>; lines: () => unknown[] }> = {
  'a changed amount': { forge: change('amount_cents = amount_cents + 1'), lines: () => [differs(2)] },
  'a changed kind': { forge: change("kind = 'order'"), lines: () => [differs(2)] },
  'a changed reference': { forge: change('reference = uuidv7()'), lines: () => [differs(2)] },
  'a changed key': { forge: change("unique_key = unique_key || '.'"), lines: () => [differs(2)] },
  'exchanged accounts': {
    forge: change('debit_account_id = credit_account_id, credit_account_id = debit_account_id'),
    lines: () => [differs(2)],
  },
  'a time changed by a microsecond': {
    forge: change(
      "created_at = date_trunc('milliseconds', created_at) + interval '1 microsecond' * ((extract(microsecond from created_at)::int + 1) % 1000)",
    ),
    lines: () => [differs(2)],
  },
  'an account that is given to another buyer': {
    forge: (tx) => tx`
      update ledger_accounts set owner_id = uuidv7()
      where id = (select credit_account_id from ledger_transfers where id = ${idOf(5)})`,
    lines: () => [differs(5)],
  },
  'a removed transfer': {
    forge: (tx) => tx`delete from ledger_transfers where id = ${idOf(3)}`,
    lines: () => [expect.stringMatching(`^transfer ${idOf(3)}, sealed on ${today}\\S+ after ${named(2)}, is gone$`)],
  },
  'a transfer removed with its link': {
    forge: async (tx) => {
      await tx`delete from ledger_transfers where id = ${idOf(3)}`;
      await tx`delete from ledger_chain where position = 3`;
    },
    lines: () => [`position 3 of the chain is missing, after ${named(2)}`],
  },
  'the first transfers removed with their links': {
    forge: async (tx) => {
      await tx`delete from ledger_transfers where id <= ${idOf(2)}`;
      await tx`delete from ledger_chain where position <= 2`;
    },
    lines: () => ['positions 1 to 2 of the chain are missing, after the beginning'],
  },
  // The next check seals the transfer as a new one, behind the others.
  'a removed link': {
    forge: async (tx) => {
      await tx`delete from ledger_chain where position = 3`;
    },
    lines: () => [`position 3 of the chain is missing, after ${named(2)}`, inserted(`${named(3)}`)],
  },
  'a changed link': {
    forge: (tx) => tx`update ledger_chain set link = sha256('x') where position = 3`,
    lines: () => [differs(3), differs(4)],
  },
  'exchanged links': {
    async forge(tx) {
      await tx`alter table ledger_chain drop constraint ledger_chain_transfer_id_key`;
      await tx`
        update ledger_chain c set transfer_id = o.transfer_id from ledger_chain o
        where c.position + o.position = 7 and c.position in (3, 4)`;
    },
    lines: () => [`${named(4)} differs from its link at position 3`, `${named(3)} differs from its link at position 4`],
  },
  'a transfer inserted between others, with a time between theirs': {
    forge: (tx) => insert(tx, FREE, transfers[1]!.at),
    lines: () => [inserted(`transfer ${FREE} of ${transfers[1]!.at}`)],
  },
  'a transfer inserted between others, with a time of now': {
    forge: (tx) => insert(tx, FREE, new Date().toISOString()),
    lines: () => [inserted(`transfer ${FREE} of \\S+`)],
  },
  'a transfer added to the others, with a time before theirs': {
    forge: (tx) => insert(tx, 7, daysBefore(3)),
    lines: () => [inserted(`transfer 7 of ${daysBefore(3)}`)],
  },
  'two transfers inserted before the first, with a time between others': {
    async forge(tx) {
      await insert(tx, -1, transfers[1]!.at);
      await insert(tx, 0, transfers[1]!.at);
    },
    lines: () => [-1, 0].map((id) => inserted(`transfer ${id} of ${transfers[1]!.at}`)),
  },
  'two transfers added to the others, with a time before theirs': {
    async forge(tx) {
      await insert(tx, 7, daysBefore(3));
      await insert(tx, 8, daysBefore(3));
    },
    lines: () => [7, 8].map((id) => inserted(`transfer ${id} of ${daysBefore(3)}`)),
  },
  'a transfer inserted far below the others': {
    forge: (tx) => insert(tx, -30_000, new Date().toISOString()),
    lines: () => [expect.stringMatching(/^transfer -30000 of \S+ was never sealed$/)],
  },
  'the end cut off': {
    forge: (tx) => cut(tx, 2),
    lines: () => [
      expect.stringMatching(
        /^the anchor of \S+ in the audit log names position 5, but the chain ends at 3: newer transfers were removed$/,
      ),
    ],
  },
  'everything removed': {
    forge: async (tx) => {
      await tx`delete from ledger_chain`;
      await tx`delete from ledger_transfers`;
    },
    lines: () => [
      expect.stringMatching(/^the anchor of \S+ in the audit log names position 5, but the chain ends at 0/),
    ],
  },
  'a chain that was laid again without the key, over a changed amount': {
    forge: async (tx) => {
      await change('amount_cents = 1')(tx);
      await layAgain(tx, vaultOf(Buffer.alloc(32)));
    },
    lines: () => [1, 2, 3, 4, 5].map(differs).concat(anchored),
  },
  // Whoever deletes the chain has the shop's own sealer lay it again.
  'a chain that the shop was made to lay again, over a changed amount': {
    forge: async (tx) => {
      await change('amount_cents = 1')(tx);
      await layAgain(tx, shop.ctx.vault);
    },
    lines: () => [anchored],
  },
};

test.each(Object.entries(forgeries))('the check names %s', async (_name, { forge, lines }) => {
  expect(await namedAfter(forge)).toEqual(lines());
});

test('nothing of the chain is named while nobody forged anything, from the command line and at night', async () => {
  expect((await verified(shop.ctx)).lines).toEqual([]);
  expect(await nightly()).toEqual([]);
});

/** What a check in the background names of the chain. */
async function nightly(): Promise<string[]> {
  expect((await auditor(startVerification, { body: { kind: 'ledger' } })).status).toBe(202);
  do await shop.runQueuedJobs();
  while ((await checks())[0]!.state === 'running');
  return (await checks())[0]!.named.filter((line) => OF_CHAIN.test(line));
}
const checks = async () => (await auditor(listVerifications, { query: { kind: 'ledger' } })).body.data;

test('whoever can add entries to the audit log makes no anchor: one of theirs counts for nothing', async () => {
  const details = { at: new Date().toISOString(), position: 900, link: 'ab', mac: 'ab' };
  for (const forged of [details, { position: 'none' }, {}, { ...details, position: -1 }])
    await shop.ctx.sql`
      insert into audit_entries (action, subject, details) values ('ledger.anchored', 'ledger', ${sql.json(forged)})`;
  expect((await verified(shop.ctx)).lines).toEqual([]);
});

test('an anchor that was removed from the audit log is missed there', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await sql.begin(async (raw) => {
    await raw`set local session_replication_role = replica`;
    await raw`delete from audit_entries where action = 'ledger.anchored' and details->>'position' = '5'`;
  });
  const code = await audit(shop.ctx, ['verify']);
  const lines = written.mock.calls.map(([text]) => String(text).trim());
  written.mockRestore();
  expect(code).toBe(1);
  expect(lines).toContainEqual(expect.stringMatching(/^entry \d+ is gone$/));
});

test('a change of the books is named at night, too, and raises the alert', async () => {
  await sql.begin(async (raw) => {
    await raw`set local session_replication_role = replica`;
    await change('amount_cents = amount_cents + 1')(raw as Tx);
  });
  expect(await nightly()).toEqual([differs(2)]);
  const [alert] = await sql`select details from alerts where kind = 'ledger.broken' and resolved_at is null`;
  expect(alert!.details).toMatchObject({ first: differs(2) });
});
