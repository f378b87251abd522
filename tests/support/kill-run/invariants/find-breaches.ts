import { join } from 'node:path';
import { preorderBook } from '#features/shop/preorders/money/preorder-book.ts';
import { verifyPreorders } from '#features/shop/preorders/verify-preorders.ts';
import { anchorFileOf } from '#platform/audit/anchor-file.ts';
import { verifyAudit } from '#platform/audit/verify-audit.ts';
import { systemClock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';
import { verifyTransferChain } from '#platform/ledger/chain/verify-chain.ts';
import { compareBook } from '#platform/ledger/compare-book.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createVault, type Vault } from '#platform/vault/create-vault.ts';
import type { Breach, History } from '../history.ts';
import { historyRules } from './history-rules.ts';
import { ledgerRules } from './ledger-rules.ts';
import type { Rule } from './rule.ts';
import { saleRules } from './sale-rules.ts';

const asDetails = ({ problems }: { problems: string[] }) => problems.map((detail) => ({ detail }));

export const rules: Record<string, Rule> = {
  ...ledgerRules,
  ...saleRules,
  ...historyRules,
  ledger_verifies: async (sql) => asDetails(await verifyLedger(sql)),
  preorders_verify: async (sql) => asDetails({ problems: await verifyPreorders(sql) }),
  reserved_money_verifies: async (sql) => asDetails({ problems: await compareBook(sql, preorderBook) }),
  chained_transfers_verify: async (sql, { dir }) =>
    asDetails(await verifyChained(sql, createVault(join(dir, 'master.key')))),
  audit_verifies: async (sql, { dir }) =>
    asDetails(await verifyAudit({ sql, key: createVault(join(dir, 'master.key')), file: anchorFileOf(dir) })),
};

async function verifyChained(sql: Db, vault: Vault): Promise<{ problems: string[] }> {
  const problems: string[] = [];
  for (let after: string | null = 'first'; after !== null; ) {
    const piece = await verifyTransferChain({ sql, vault, clock: systemClock }, after);
    problems.push(...piece.problems);
    after = piece.last;
  }
  return { problems };
}

/** Checks the books of a shop that rests against themselves and against what was acknowledged. */
export async function findBreaches(sql: Db, history: History): Promise<Breach[]> {
  const breaches: Breach[] = [];
  for (const [rule, find] of Object.entries(rules)) {
    for (const { detail } of await find(sql, history)) breaches.push({ rule, detail });
  }
  return breaches;
}
