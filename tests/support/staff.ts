import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { z } from 'zod';
import type { NewProgramme } from '#contracts/supply/programme-facts.ts';
import type { Actor } from '#features/ctx.ts';
import { approveBatchAs, approveProgrammeAs } from '#features/demo/people/approve-as.ts';
import { getActorByUsername } from '#features/identity/sessions/get-actor-by-username.ts';
import { codeDigest } from '#features/oversight/import-guard/code-digest.ts';
import { confirmBatch } from '#features/supply/batches/confirm-batch.ts';
import { createBatch, type newBatch } from '#features/supply/batches/create-batch.ts';
import { manifestText } from '#features/supply/batches/manifest.ts';
import { signedText } from '#features/supply/batches/signed-text.ts';
import { importCards } from '#features/supply/imports/import-cards.ts';
import { createProgramme } from '#features/supply/programmes/create-programme.ts';
import type { TestShop } from './shop.ts';

const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const issuerPublicKey = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64');

export const chunks = async function* (text: string, size = 4096) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

/** The three admins that stock needs, with a helper for each step of a batch. */
export async function createStaff(shop: TestShop) {
  const { ctx } = shop;
  /** Nobody holds importer and approver at once; with both, this is somebody who held the one before the other. */
  async function admin(duties: string[]): Promise<Actor> {
    const legal = duties.includes('approver') ? duties.filter((duty) => duty !== 'importer') : duties;
    const actor = await getActorByUsername(ctx, (await shop.createUser({ role: 'admin', duties: legal })).username);
    return { ...actor, user: { ...actor.user, roles: [...new Set([...actor.user.roles, ...duties])] } };
  }
  const importer = await admin(['importer']);
  const approver = await admin(['approver']);
  const second = await admin(['approver']);
  let serial = 0;
  const references = new Map([
    ['EUR', 1],
    ['GBP', 1.27],
  ]);

  const programmeFacts = (changes: Partial<NewProgramme> = {}): NewProgramme => ({
    name: `Programme ${++serial}`,
    issuer_name: 'Hazelbrook Stores Ltd',
    issuer_country: 'DE',
    registration_ref: `REF-${serial}`,
    terms_url: 'https://issuer.example/terms',
    network: 'closed_loop',
    country: 'DE',
    currency: 'EUR',
    level: 'Standard',
    code_format: {
      code: { kind: 'alnum', groups: [5, 5, 5], sep: '-', alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789' },
      pin: { kind: 'numeric', length: 6 },
    },
    face_values_cents: [1000, 2500, 5000],
    voucher_kind: 'single_purpose',
    expiry_policy: 'Five years.',
    funds: { expire_after_months: 60, dormancy_fee: null },
    redemption_text: 'Show the code at the till.',
    issuer_public_key: issuerPublicKey,
    evidence_sha256: '01'.repeat(32),
    color_from: '#112233',
    color_to: '#445566',
    motif: 'waves',
    ...changes,
  });

  const batchFacts = (programme_id: string, changes: Partial<z.input<typeof newBatch>> = {}) => ({
    programme_id,
    name: 'A batch',
    supplier: 'Hazelbrook Stores Ltd',
    invoice_reference: 'INV-1',
    invoice_date: '2026-01-15',
    evidence_sha256: Buffer.alloc(32, 2),
    authorisation_reference: 'CONTRACT-7',
    authorised_from: '2026-01-01',
    discount_bp: 500,
    ...changes,
  });

  /** Dollars for one unit of a currency, as two sources tell them now. */
  async function setReference(currency: string, usd: number) {
    references.set(currency, usd);
    await shop.sql`
      insert into fiat_samples (currency, usd_e9, sources, at)
      values (${currency}, ${Math.round(usd * 1e9)}, '{one,another}', ${shop.clock.now()})`;
  }
  const renewReferences = async () => {
    for (const [currency, usd] of references) await setReference(currency, usd);
  };
  await renewReferences();

  async function activeProgramme(changes: Partial<NewProgramme> = {}) {
    const facts = programmeFacts(changes);
    await renewReferences();
    const { id } = await createProgramme(ctx, importer, facts);
    await approveProgrammeAs(ctx, second, { id });
    await approveProgrammeAs(ctx, approver, { id });
    return { id, registration_ref: facts.registration_ref };
  }

  const openBatch = async (programme_id: string, changes: Partial<z.input<typeof newBatch>> = {}) => {
    await renewReferences();
    return (await createBatch(ctx, importer, batchFacts(programme_id, changes))).id;
  };

  const importText = async (batch_id: string, csv: string) => {
    await renewReferences();
    return importCards(ctx, importer, { batch_id, file_name: 'stock.csv', bytes: chunks(csv) });
  };

  /** A text with the signature of the programmes' issuer. */
  const signed = (text: string) => signedText(text, sign(null, Buffer.from(text), privateKey));

  const manifestOf = (codes: string[], registration_ref: string, invoice = 'INV-1') => {
    return signed(
      manifestText({
        programme: registration_ref,
        invoice,
        issued_at: '2026-01-16T00:00:00Z',
        digests: codes.map(codeDigest),
      }),
    );
  };

  /** Puts cards on sale in a new programme, through every step. */
  async function onSale(
    cards: { code: string; pin?: string; face?: string; expires_on?: string }[],
    {
      programme = {},
      batch = {},
    }: { programme?: Partial<NewProgramme>; batch?: Partial<z.input<typeof newBatch>> } = {},
  ) {
    const { id, registration_ref } = await activeProgramme(programme);
    // Short, so that its digits never happen to be a payment-card number, which a batch refuses.
    const invoice_reference = `INV-${randomUUID().slice(0, 8)}`;
    const batch_id = await openBatch(id, { invoice_reference, ...batch });
    const rows = cards.map(({ code, pin = '123456', face = '25.00', expires_on = '' }) =>
      [code, pin, face, expires_on].join(),
    );
    await importText(batch_id, ['code,pin,face_value,expires_on', ...rows].join('\n'));
    const manifest = manifestOf(
      cards.map(({ code }) => code),
      registration_ref,
      invoice_reference,
    );
    await confirmBatch(ctx, importer, { batch_id, manifest });
    await approveBatchAs(ctx, approver, { batch_id });
    return { programme_id: id, batch_id };
  }

  return {
    importer,
    approver,
    second,
    admin,
    setReference,
    programmeFacts,
    batchFacts,
    activeProgramme,
    openBatch,
    importText,
    signed,
    manifestOf,
    onSale,
  };
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The nth code that fits the factory's mask. */
export function codeNumber(n: number): string {
  let text = '';
  for (let rest = n, at = 0; at < 15; at++) {
    text = letters[rest % letters.length]! + text;
    rest = Math.floor(rest / letters.length);
  }
  return text.match(/.{5}/g)!.join('-');
}
