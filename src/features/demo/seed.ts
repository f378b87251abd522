import { createHash } from 'node:crypto';
import { DEMO_ISSUER_HOST } from '#platform/config.ts';
import type { Actor, Ctx, VaultCtx } from '../ctx.ts';
import { getActorByUsername } from '../identity/sessions/get-actor-by-username.ts';
import { confirmBatch } from '../supply/batches/confirm-batch.ts';
import { createBatch } from '../supply/batches/create-batch.ts';
import { cancelImport } from '../supply/imports/cancel-import.ts';
import { importCards } from '../supply/imports/import-cards.ts';
import { createProgramme } from '../supply/programmes/create-programme.ts';
import { seedBrands } from './brands/seed-brands.ts';
import { seedPrices } from './brands/seed-prices.ts';
import { seedTexts } from './content.ts';
import { demoIssuer } from './issuer/issuer.ts';
import { seedAccounts } from './people/accounts.ts';
import { approveBatchAs, approveProgrammeAs } from './people/approve-as.ts';
import { seedCustomer } from './people/seed-customer.ts';
import { seedRates } from './seed-rates.ts';
import { DEMO_PROGRAMMES, type DemoProgramme } from './stock/programmes.ts';
import { type DemoStock, demoStock } from './stock/stock.ts';

interface Staff {
  importer: Actor;
  approver: Actor;
  /** Programmes take two approvers. */
  second: Actor;
}

/**
 * Seeds accounts, content, rates, programmes and stock, and leaves what exists alone. Programmes and stock go through
 * the same verbs as real ones; only the accounts take the tables' owner.
 */
export async function seedDemo(ctx: VaultCtx, owner: VaultCtx): Promise<void> {
  await seedAccounts(owner);
  await seedTexts(ctx);
  await seedRates(ctx);
  const staff = {
    importer: await getActorByUsername(ctx, 'admin'),
    approver: await getActorByUsername(ctx, 'approver'),
    second: await getActorByUsername(ctx, 'approver2'),
  };
  const planned: Planned[] = [];
  for (const demo of DEMO_PROGRAMMES) planned.push(await seedProgramme(ctx, staff, demo));
  await seedBrands(ctx);
  // Takes one batch per programme in turn, so that the newest cards come from many programmes.
  const rounds = Math.max(...DEMO_PROGRAMMES.map((demo) => demo.batches.length));
  for (let round = 0; round < rounds; round++) {
    for (const { demo, programme_id, approved, retired } of planned) {
      if (retired) continue;
      const batch = demo.batches[round];
      const invoice = `INV-${demo.programme.registration_ref}-${round + 1}`;
      if (batch && !approved.includes(invoice)) await seedBatch(ctx, staff, { demo, programme_id, invoice, batch });
    }
  }
  await seedPrices(ctx);
  if (!planned[0]!.retired) await seedRegular(ctx, staff, planned[0]!);
}

/** A buyer with something on every page. A last card of the first programme comes cheap, for one of their pre-orders. */
async function seedRegular(ctx: VaultCtx, staff: Staff, { demo, programme_id, approved }: Planned): Promise<void> {
  const [face_cents] = demo.programme.face_values_cents;
  const invoice = `INV-${demo.programme.registration_ref}-${demo.batches.length + 1}`;
  const cheap = { ...demo, programme: { ...demo.programme, face_values_cents: [face_cents!] } };
  const arrival = { demo: cheap, programme_id, invoice, batch: { cards: 1, discount_bp: 1_500 } };
  await seedCustomer(ctx, {
    support: staff.importer,
    programme_id,
    face_cents: face_cents!,
    arrive: async () => {
      if (!approved.includes(invoice)) await seedBatch(ctx, staff, arrival);
    },
  });
}

interface Planned {
  demo: DemoProgramme;
  programme_id: string;
  /** Invoices whose batches are already approved. */
  approved: string[];
  /** Somebody ended it since: it stays as it is. */
  retired: boolean;
}

async function seedProgramme(
  ctx: VaultCtx,
  { importer, approver, second }: Staff,
  demo: DemoProgramme,
): Promise<Planned> {
  const { programme } = demo;
  const found = await ctx.sql<{ id: string; state: string; approved: string[] }[]>`
    select p.id, p.state, array(
      select b.invoice_reference from batches b where b.programme_id = p.id and b.state not in ('draft', 'imported')
    ) as approved
    from programmes p where p.name = ${programme.name} and p.state in ('proposed', 'active', 'suspended', 'retired')
    order by p.state = 'retired', p.id desc`;
  const [{ id, state, approved }] = found[0]
    ? [found[0]]
    : [{ ...(await createProgramme(ctx, importer, facts(ctx, demo))), state: 'proposed', approved: [] }];
  if (state === 'proposed') {
    // A start that was interrupted may have left the first approval.
    if (!(await isHalfApproved(ctx, id))) await approveProgrammeAs(ctx, second, { id });
    await approveProgrammeAs(ctx, approver, { id });
  }
  return { demo, programme_id: id, approved, retired: state === 'retired' };
}

const isHalfApproved = async ({ sql }: Ctx, id: string): Promise<boolean> => {
  const [row] = await sql`
    select 1 from proposal_approvals a join proposals p on p.id = a.proposal_id
    where p.subject = ${id} and p.decision is null`;
  return row !== undefined;
};

function facts(ctx: VaultCtx, { programme, asks }: DemoProgramme) {
  const { publicKey, adapterSecret } = demoIssuer(ctx.vault, programme.registration_ref);
  const evidence_sha256 = evidence(programme.registration_ref).toString('hex');
  const adapter = { adapter_url: `https://${DEMO_ISSUER_HOST}/adapter`, adapter_secret: adapterSecret };
  return { ...programme, issuer_public_key: publicKey.toString('base64'), evidence_sha256, ...(asks && adapter) };
}

interface BatchSketch {
  demo: DemoProgramme;
  programme_id: string;
  invoice: string;
  batch: DemoProgramme['batches'][number];
}

// An interrupted start may have left the batch at any of these steps; the next start resumes there.
async function seedBatch(ctx: VaultCtx, { importer, approver }: Staff, sketch: BatchSketch): Promise<void> {
  const { demo, programme_id, invoice, batch } = sketch;
  const now = ctx.clock.now();
  const stock = demoStock(demo, { seed: invoice, cards: batch.cards, year: now.getUTCFullYear() });
  const [left] = await ctx.sql<{ id: string; state: string; confirmed_at: string | null }[]>`
    select id, state, confirmed_at from batches
    where programme_id = ${programme_id} and invoice_reference = ${invoice}`;
  const batch_id = left?.id ?? (await createBatch(ctx, importer, provenance(sketch, now))).id;
  if (left?.state === 'draft') await dropUnfinished(ctx, importer, batch_id);
  if (!left || left.state === 'draft') await importStock(ctx, importer, batch_id, stock);
  if (!left?.confirmed_at) {
    const { registration_ref } = demo.programme;
    const manifest = demoIssuer(ctx.vault, registration_ref).manifest({
      programme: registration_ref,
      invoice,
      issued_at: now.toISOString(),
      digests: stock.digests,
    });
    await confirmBatch(ctx, importer, { batch_id, manifest });
  }
  await approveBatchAs(ctx, approver, { batch_id });
}

async function dropUnfinished(ctx: Ctx, importer: Actor, batch_id: string): Promise<void> {
  const unfinished = await ctx.sql<{ id: string }[]>`
    select id from imports where batch_id = ${batch_id} and state in ('checked', 'committing', 'failed')`;
  for (const { id } of unfinished) await cancelImport(ctx, importer, { params: { id }, query: {} });
}

function provenance({ demo, programme_id, invoice, batch }: BatchSketch, now: Date) {
  return {
    programme_id,
    name: `${demo.programme.name} ${invoice.slice(-1)}`,
    supplier: demo.programme.issuer_name,
    invoice_reference: invoice,
    invoice_date: now.toISOString().slice(0, 10),
    evidence_sha256: evidence(invoice),
    authorisation_reference: demo.programme.registration_ref,
    authorised_from: `${now.getUTCFullYear()}-01-01`,
    discount_bp: batch.discount_bp,
    cost_bp: 9_700 - batch.discount_bp,
  };
}

async function importStock(
  ctx: VaultCtx,
  importer: Actor,
  batch_id: string,
  { csv, digests }: DemoStock,
): Promise<void> {
  async function* bytes() {
    yield Buffer.from(csv);
  }
  const { imported, refused_rows } = await importCards(ctx, importer, {
    batch_id,
    file_name: 'demo.csv',
    bytes: bytes(),
  });
  if (imported !== digests.length) throw new Error(`demo stock was refused: ${JSON.stringify(refused_rows[0])}`);
}

const evidence = (name: string) => createHash('sha256').update(`Demonstration paper ${name}`).digest();
