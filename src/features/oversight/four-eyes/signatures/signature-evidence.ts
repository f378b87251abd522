import type { Db } from '#platform/db/client.ts';
import type { Evidence, Witness } from '../../../feature.ts';
import { type StoredSignature, signsDecision } from '../../../identity/factors/signatures/signs-decision.ts';

/** Passkey signatures: each by a key that the audit log knows as the decider's, over the proposal as it stands. */
export const signatureEvidence: Evidence = {
  what: 'signature of a decision',
  table: 'decision_signatures',
  async read(sql, { after, limit }) {
    const rows = await sql<(Witness & StoredSignature)[]>`
      select s.id, s.signed_at as at, sealed_facts(s) as facts, s.mac,
        decision_text(p, s.decision, s.decider_id) as text,
        s.nonce, s.credential_id, s.public_key, s.origin, s.client_data, s.authenticator_data, s.signature,
        case when not exists (
          select from audit_entries where action = 'auth.passkey_added' and actor_id = s.decider_id
            and coalesce(details ->> 'key', k.digest) = k.digest)
          then 'is by no passkey that the audit log knows of its decider' end as flaw
      from decision_signatures s join proposals p on p.id = s.proposal_id
        cross join lateral (select encode(sha256(s.public_key), 'hex') as digest) k
      where s.id > ${after} order by s.id limit ${limit}`;
    return Promise.all(
      rows.map(async (row) => ({
        ...row,
        flaw: row.flaw ?? ((await signsDecision(row)) ? null : 'does not sign this decision at this shop'),
      })),
    );
  },
};

interface Decided {
  /** SQL for the proposal, its decider, and what they decided. */
  proposal_id: ReturnType<Db>;
  decider_id: ReturnType<Db>;
  decision: ReturnType<Db>;
  /** SQL for the name of the audit log's entry about it. */
  action: ReturnType<Db>;
  /** SQL for whether it was decided in parts, of which the last need not say what the whole does. */
  in_parts: ReturnType<Db>;
}

/**
 * SQL for whether a decision lacks the signature of a decider who, by the audit log, had a passkey. What was dismissed
 * with its subject, nobody decided.
 */
export const lacksSignature = (
  sql: Db,
  { proposal_id, decider_id, decision, action, in_parts }: Decided,
) => sql`exists (
  select from audit_entries e
    join audit_entries had on had.actor_id = e.actor_id and had.action = 'auth.passkey_added' and had.id < e.id
  where e.subject = ${proposal_id}::text and e.action = ${action} and e.actor_id = ${decider_id}
    and e.details -> 'dismissed' is null and e.at >= (select sealed_at from sealings where name = 'decision_signatures')
    and not exists (
      select from audit_entries lost where lost.id > had.id and lost.id < e.id
        and ((lost.action = 'auth.passkey_removed' and lost.subject = had.subject)
          or (lost.action = 'auth.factors_reset' and lost.subject = e.actor_id::text)))
  ) and not exists (
    select from decision_signatures s
    where s.proposal_id = ${proposal_id} and s.decider_id = ${decider_id}
      and (s.decision = ${decision} or ${in_parts}))`;
