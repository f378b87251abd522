import type { Assertion } from '#contracts/identity/factors.ts';
import type { Db } from '#platform/db/client.ts';
import { rowMac } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import type { Signed } from '../passkeys/challenge.ts';
import { relyingParty } from '../passkeys/relying-party.ts';

interface NewSignature extends Signed {
  decider_id: string;
  public_key: Uint8Array;
  assertion: Assertion;
}

/** Keeps what a passkey has signed about a proposal, once its answer was verified: for good, since nobody can make it again. */
export async function keepSignature(
  ctx: Ctx,
  sql: Db,
  { proposal_id, decision, nonce, decider_id, public_key, assertion }: NewSignature,
): Promise<void> {
  const { clientDataJSON, authenticatorData, signature } = assertion.response;
  const [{ id }] = await sql<[{ id: string }]>`select uuidv7() as id`;
  const row = {
    id,
    proposal_id,
    decider_id,
    decision,
    nonce,
    credential_id: assertion.id,
    public_key: `\\x${Buffer.from(public_key).toString('hex')}`,
    origin: relyingParty(ctx).origin,
    client_data: clientDataJSON,
    authenticator_data: authenticatorData,
    signature,
    signed_at: ctx.clock.now().toISOString(),
  };
  // The row can't be changed, so its MAC has to come with it.
  const [{ facts }] = await sql<[{ facts: string }]>`
    select sealed_facts(jsonb_populate_record(null::decision_signatures, ${sql.json(row)})) as facts`;
  const mac = rowMac(ctx.vault, 'decision_signatures', facts).toString('hex');
  await sql`
    insert into decision_signatures
    select * from jsonb_populate_record(null::decision_signatures, ${sql.json({ ...row, mac: `\\x${mac}` })})`;
}
