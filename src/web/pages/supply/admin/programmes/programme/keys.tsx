import { Form } from 'react-router';
import type { IssuerKey } from '#contracts/supply/programmes.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Tag, type Tone } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';

const tones = {
  proposed: 'info',
  valid: 'good',
  replaced: 'plain',
  revoked: 'bad',
  closed: 'plain',
} as const satisfies Record<IssuerKey['state'], Tone>;

const PUBLISHED = { matches: 'good', differs: 'bad', none: 'plain' } as const satisfies Record<string, Tone>;

interface Props {
  keys: IssuerKey[];
  idempotencyKey: string;
  /** The programme takes another key. */
  open: boolean;
}

/** The issuer's keys: what each vouches for, and what this user can do about them. A key itself is shown to nobody. */
export function Keys({ keys, idempotencyKey, open }: Props) {
  const { t, number, time } = useI18n();
  const roles = useRootData()?.user?.roles ?? [];
  const nameOf = (key: IssuerKey) => t('programmes.key_of', { at: time(key.valid_from) });
  const columns: Column<IssuerKey>[] = [
    {
      key: 'from',
      header: t('programmes.valid_from'),
      priority: 'lead',
      cell: ({ valid_from }) => <Time at={valid_from} />,
    },
    {
      key: 'state',
      header: t('programmes.state'),
      priority: 'side',
      cell: ({ state, revoke_reason }) => (
        <>
          <Tag tone={tones[state]}>{t(`programmes.key_state.${state}`)}</Tag>
          {revoke_reason ? <small className="lines">{revoke_reason}</small> : null}
        </>
      ),
    },
    {
      key: 'published',
      header: t('programmes.key_published'),
      cell: ({ published }) =>
        published ? (
          <>
            <Tag tone={PUBLISHED[published.outcome]}>{t(`programmes.key_published.${published.outcome}`)}</Tag>{' '}
            <small className="muted">
              <Time at={published.checked_at} />
            </small>
          </>
        ) : (
          t('programmes.key_published.unknown')
        ),
    },
    {
      key: 'cards',
      header: t('programmes.confirmed_cards'),
      align: 'end',
      cell: ({ confirmed_cards }) => number(confirmed_cards),
    },
  ];
  return (
    <section className="stack" aria-labelledby="keys">
      <h2 id="keys">{t('programmes.keys')}</h2>
      <Table caption={t('programmes.keys')} columns={columns} rows={keys} keyOf={({ id }) => id} empty={null} />
      {keys.map((key) =>
        key.proposal ? (
          <JudgeKey key={key.id} id={key.id} proposal={key.proposal} idempotencyKey={idempotencyKey} />
        ) : null,
      )}
      {roles.includes('importer') && open ? <ProposeKey keys={keys.filter(isUsable)} nameOf={nameOf} /> : null}
      {roles.includes('approver') && keys.some(isUsable) ? (
        <RevokeKey keys={keys.filter(isUsable)} nameOf={nameOf} idempotencyKey={idempotencyKey} />
      ) : null}
    </section>
  );
}

const isUsable = ({ state }: IssuerKey) => state === 'valid' || state === 'replaced';

interface JudgeProps {
  id: string;
  proposal: NonNullable<IssuerKey['proposal']>;
  idempotencyKey: string;
}

function JudgeKey({ id, proposal, idempotencyKey }: JudgeProps) {
  const { t } = useI18n();
  const me = useRootData()?.user;
  const refused = useActionResult<RefusedDecision>();
  const mine = proposal.own || proposal.approved_by.includes(me?.username ?? '');
  if (mine || !me?.roles.includes('approver'))
    return <Alert tone="info">{t('programmes.key_waits', { name: proposal.proposer.username })}</Alert>;
  return (
    <DecisionForm
      title={t('programmes.key_decide')}
      decisions={[
        { value: 'key_approve', label: t('approvals.approve'), effect: t('approvals.approve_effect') },
        {
          value: 'key_reject',
          label: t('approvals.reject'),
          variant: 'secondary',
          effect: t('approvals.reject_effect'),
        },
      ]}
      refused={refused}
      decides={['approvals']}
      idempotencyKey={idempotencyKey}
      fields={['fingerprint_end']}
    >
      {(typed, errors) => (
        <>
          <input type="hidden" name="key_id" value={id} />
          <input type="hidden" name="proposal_id" value={proposal.id} />
          <Field
            name="fingerprint_end"
            id={`fingerprint-${id}`}
            label={t('approvals.fingerprint')}
            hint={t('approvals.fingerprint_more')}
            autoComplete="off"
            spellCheck={false}
            maxLength={8}
            defaultValue={typed.fingerprint_end}
            errors={errors.fingerprint_end}
          />
        </>
      )}
    </DecisionForm>
  );
}

interface ChoiceProps {
  keys: IssuerKey[];
  nameOf: (key: IssuerKey) => string;
}

function ProposeKey({ keys, nameOf }: ChoiceProps) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const mine = refused?.values.decision === 'key_propose' ? refused : undefined;
  return (
    <details className="quiet-details" open={mine !== undefined}>
      <summary>{t('programmes.key_add')}</summary>
      <Form method="post" className="panel stack" noValidate>
        <FormErrors refusal={mine?.refusal} fields={['public_key', 'replaces']} />
        <Field
          name="public_key"
          label={t('programmes.key')}
          hint={t('programmes.key_hint')}
          autoComplete="off"
          spellCheck={false}
          defaultValue={mine?.values.public_key}
          errors={mine?.refusal.errors.public_key}
        />
        <Select name="replaces" label={t('programmes.key_replaces')} errors={mine?.refusal.errors.replaces}>
          <option value="">{t('programmes.key_replaces_none')}</option>
          {keys
            .filter(({ state }) => state === 'valid')
            .map((key) => (
              <option key={key.id} value={key.id}>
                {nameOf(key)}
              </option>
            ))}
        </Select>
        <div>
          <Button variant="secondary" name="decision" value="key_propose">
            {t('programmes.key_propose')}
          </Button>
        </div>
      </Form>
    </details>
  );
}

function RevokeKey({ keys, nameOf, idempotencyKey }: ChoiceProps & { idempotencyKey: string }) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  return (
    <details className="quiet-details" open={refused?.values.decision === 'key_revoke'}>
      <summary>{t('programmes.key_revoke')}</summary>
      <DecisionForm
        title={t('programmes.key_revoke')}
        decisions={[
          {
            value: 'key_revoke',
            label: t('programmes.key_revoke'),
            variant: 'danger',
            effect: t('programmes.key_revoke_effect'),
          },
        ]}
        refused={refused}
        idempotencyKey={idempotencyKey}
      >
        {(typed) => (
          <Select name="key_id" label={t('programmes.key_which')} defaultValue={typed.key_id}>
            {keys.map((key) => (
              <option key={key.id} value={key.id}>
                {nameOf(key)}
              </option>
            ))}
          </Select>
        )}
      </DecisionForm>
    </details>
  );
}
