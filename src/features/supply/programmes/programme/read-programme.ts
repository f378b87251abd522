import { programmeFacts } from '#contracts/supply/programme-facts.ts';
import type { ProgrammeFacts } from '#contracts/supply/programmes.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor } from '../../../ctx.ts';
import { readOpenProposal } from '../../../oversight/four-eyes/proposal/read-open-proposal.ts';
import { type CodeFormat, describeMask, describePin } from '../../../oversight/import-guard/masks/format.ts';
import { programmeKinds } from '../proposals/kind-of-proposal.ts';
import { readKeys } from './read-keys.ts';

type Shown = NonNullable<ProgrammeFacts['edit']>;
type Row = Pick<
  ProgrammeFacts,
  'id' | 'state' | 'has_adapter_secret' | 'created_at' | 'suspension' | 'cards' | 'versions' | 'history'
> & { facts: Record<string, unknown>; edit: Record<string, unknown> | null };

/** A programme as the back office sees it; not its keys, whose fingerprints the approvers bring themselves, nor its evidence. */
export async function readProgramme(sql: Db, actor: Actor, id: string): Promise<ProgrammeFacts> {
  const [row] = await sql<Row[]>`
    select p.id, p.state, p.adapter_secret is not null as has_adapter_secret, p.created_at, to_jsonb(p) as facts,
      (select facts from programme_versions where programme_id = p.id and state = 'proposed' and number > 1) as edit,
      (select jsonb_build_object('rule', rule, 'reason', reason, 'at', ${iso(sql, 'suspended_at')})
        from programme_suspensions where programme_id = p.id and p.state = 'suspended'
        order by programme_suspensions.id desc limit 1) as suspension,
      ${cards(sql)} as cards, ${versions(sql)} as versions, ${history(sql)} as history
    from programmes p where p.id = ${id}`;
  if (!row) throw new AppError('not_found', message('programme.not_found'));
  const { facts, edit, ...rest } = row;
  const format = facts.code_format as CodeFormat;
  return {
    ...shownFacts(facts),
    ...rest,
    code_mask: describeMask(format.code),
    pin_mask: format.pin && describePin(format.pin),
    edit: edit && shownFacts(edit),
    keys: await readKeys(sql, actor, id),
    proposal: await readProposal(sql, actor, id),
  };
}

/** A time inside JSON, as everywhere else in the API. */
const iso = (sql: Db, column: string) => sql`
  to_char(${sql(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const cards = (sql: Db) => sql`(
  select jsonb_build_object('available', count(*) filter (where c.state = 'available'),
    'sold', count(*) filter (where c.state = 'sold'), 'total', count(*))
  from stock_states c where c.programme_id = p.id)`;

const versions = (sql: Db) => sql`(
  select jsonb_agg(jsonb_build_object('number', v.number, 'state', v.state, 'proposed_at', ${iso(sql, 'v.proposed_at')},
    'settled_at', ${iso(sql, 'v.settled_at')}, 'changed', coalesce((
      select jsonb_agg(now.key order by now.key) from jsonb_each(v.facts) now
      where was.facts is not null and now.key not in ('prefix', 'adapter_data_key')
        and now.value is distinct from coalesce(was.facts -> now.key, 'null')), '[]')
    ) order by v.number desc)
  from programme_versions v left join lateral (
    select facts from programme_versions w
    where w.programme_id = v.programme_id and w.number < v.number and w.state in ('active', 'superseded')
    order by w.number desc limit 1
  ) was on true where v.programme_id = p.id)`;

const history = (sql: Db) => sql`coalesce((
  select jsonb_agg(jsonb_build_object('at', ${iso(sql, 'e.at')}, 'action', e.action, 'username', u.username)
    order by e.id desc)
  from (
    select id, at, action, actor_id from audit_entries where subject in (
      select p.id::text union all select id::text from issuer_keys where programme_id = p.id
      union all select id::text from proposals
        where subject = p.id or subject in (select id from issuer_keys where programme_id = p.id))
    order by id desc limit 100
  ) e left join users u on u.id = e.actor_id), '[]')`;

/** The facts of a version, without what only the vault or an audited look gives out. */
function shownFacts(facts: Record<string, unknown>): Shown {
  const names = Object.keys(programmeFacts.shape).filter((name) => name !== 'evidence_ref');
  const shown = Object.fromEntries(names.map((name) => [name, facts[name] ?? null]));
  return { ...shown, evidence_sha256: String(facts.evidence_sha256).slice(2) } as Shown;
}

async function readProposal(sql: Db, actor: Actor, id: string): Promise<ProgrammeFacts['proposal']> {
  for (const kind of programmeKinds) {
    const open = await readOpenProposal(sql, actor, kind, id);
    if (open) return { ...open, kind: kind.name.slice('programme.'.length) as 'approval' | 'edit' | 'resume' };
  }
  return null;
}
