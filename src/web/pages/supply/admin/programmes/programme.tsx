import { Form, href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { getIssuerReports } from '#contracts/supply/issuers.ts';
import { getProgramme, judgeMask, type ProgrammeFacts } from '#contracts/supply/programmes.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Judge } from '#web/pages/oversight/admin/approvals/judge.tsx';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { read } from '#web/server/api.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { CardFace } from '#web/ui/card/card-face.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { decideProgramme } from './programme/decide-programme.ts';
import { useFactRows } from './programme/fact-rows.tsx';
import { Keys } from './programme/keys.tsx';
import { Mask } from './programme/mask.tsx';
import { ProgrammeHistory } from './programme/programme-history.tsx';
import { Reports } from './programme/reports.tsx';
import { StateForm } from './programme/state-form.tsx';
import { Changes, Versions } from './programme/versions.tsx';
import { ProgrammeTag } from './programme-tag.tsx';
import '#web/styles/office/programme.css';

export const handle = title('title.of', ({ programme }: { programme: { name: string } }) => ({ name: programme.name }));

export async function loader(where: LoaderFunctionArgs) {
  const params = { id: where.params.id ?? '' };
  const [programme, reports, mask] = await Promise.all([
    read(where, getProgramme, { params }),
    read(where, getIssuerReports, { params }),
    read(where, judgeMask, { params }),
  ]);
  return withPreserved(
    { programme: programme.data, reports: reports.data, mask: mask.data, key: crypto.randomUUID() },
    where,
  );
}

export const action = decideProgramme;

/** Characters that an approver compares and types. */
const TYPED = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

const asksForHost = ({ proposal, edit, code_format }: ProgrammeFacts) =>
  (proposal?.kind === 'approval' || proposal?.kind === 'edit') &&
  (edit?.code_format ?? code_format).code.kind === 'link';

const isOpen = (state: string) => state === 'active' || state === 'suspended';

export default function AdminProgramme() {
  const { t } = useI18n();
  const { programme, reports, mask, key } = useLoaderData<typeof loader>();
  const { edit, keys, history, versions, state } = programme;
  return (
    <>
      <Head />
      {edit ? (
        <div className="programme-changes">
          <Changes now={programme} edit={edit} />
        </div>
      ) : null}
      <div className="columns">
        <Programme />
        <div className="stack">
          <Suspension />
          <Judge proposal={programme.proposal} idempotencyKey={key} fields={['fingerprint_end', 'link_host']}>
            {(typed, errors) => (
              <>
                {programme.proposal?.kind === 'approval' ? (
                  <Field
                    name="fingerprint_end"
                    label={t('approvals.fingerprint')}
                    hint={t('approvals.fingerprint_more')}
                    {...TYPED}
                    maxLength={8}
                    defaultValue={typed.fingerprint_end}
                    errors={errors.fingerprint_end}
                  />
                ) : null}
                {asksForHost(programme) ? (
                  <Field
                    name="link_host"
                    label={t('approvals.link_host')}
                    hint={t('approvals.link_host_more')}
                    {...TYPED}
                    defaultValue={typed.link_host}
                    errors={errors.link_host}
                  />
                ) : null}
              </>
            )}
          </Judge>
          <Mask mask={mask.edit ?? mask.own} proposed={mask.edit !== null} />
          <Withdraw />
          <StateForm programme={programme} idempotencyKey={key} />
          {state === 'proposed' || state === 'rejected' ? null : (
            <Reports reports={reports} open={isOpen(state)} has_adapter={programme.adapter_url !== null} />
          )}
        </div>
      </div>
      <div className="office">
        <Keys keys={keys} idempotencyKey={key} open={isOpen(state)} />
        <Versions versions={versions} />
        <ProgrammeHistory history={history} />
      </div>
    </>
  );
}

function Head() {
  const { t } = useI18n();
  const { programme } = useLoaderData<typeof loader>();
  const { id, name, state, edit, proposal } = programme;
  const mayPropose = useRootData()?.user?.roles.includes('importer');
  const lead = proposal && proposal.kind !== 'resume' ? t('approvals.programme_lead') : null;
  return (
    <PageHead title={name} lead={lead}>
      <Link to={href('/admin/programmes')}>{t('programmes.title')}</Link>
      {mayPropose && isOpen(state) && !edit ? (
        <ButtonLink variant="secondary" to={href('/admin/programmes/:id/edit', { id })}>
          {t('programmes.edit')}
        </ButtonLink>
      ) : null}
      {mayPropose ? (
        <ButtonLink variant="secondary" to={`${href('/admin/programmes/new')}?like=${id}`}>
          {t('programmes.propose_like')}
        </ButtonLink>
      ) : null}
    </PageHead>
  );
}

/** Whoever proposed something takes it back. */
function Withdraw() {
  const { t } = useI18n();
  const { proposal } = useLoaderData<typeof loader>().programme;
  if (!proposal?.own) return null;
  return (
    <Form method="post">
      <input type="hidden" name="proposal_id" value={proposal.id} />
      <Button variant="secondary" name="decision" value="withdraw">
        {t('approvals.withdraw')}
      </Button>
    </Form>
  );
}

function Suspension() {
  const { t } = useI18n();
  const { suspension } = useLoaderData<typeof loader>().programme;
  if (!suspension) return null;
  const { rule, reason, at } = suspension;
  return (
    <Alert tone="warn">
      <p>
        {rule ? t('programmes.suspended_by_guard', { rule }) : t('programmes.suspended_because')} <Time at={at} />
      </p>
      {reason ? <p className="lines">{reason}</p> : null}
    </Alert>
  );
}

function Programme() {
  const { t, number } = useI18n();
  const { programme } = useLoaderData<typeof loader>();
  const { cards, face_values_cents, face_range } = programme;
  return (
    <section className="panel stack" aria-label={t('approvals.of_programme')}>
      <p>
        <ProgrammeTag state={programme.state} />
      </p>
      <div className="face-preview">
        <CardFace
          programme={programme.name}
          theme={programme}
          currency={programme.currency}
          level={programme.level}
          country={programme.country}
          face_cents={face_values_cents[0] ?? face_range?.min_cents ?? 0}
        />
      </div>
      <Facts
        facts={[
          {
            label: t('programmes.stock'),
            value: t('programmes.stock_value', {
              available: number(cards.available),
              sold: number(cards.sold),
              total: number(cards.total),
            }),
          },
          ...useFactRows(programme).filter(({ name }) => !FACE_FIELDS.includes(name)),
          { label: t('admin.since'), value: <Time at={programme.created_at} /> },
        ]}
      />
      <Evidence />
    </section>
  );
}

/** What the card's face shows, and what is copied. */
const FACE_FIELDS = ['name', 'color_from', 'color_to', 'motif', 'evidence_sha256'];

function Evidence() {
  const { t } = useI18n();
  const { programme } = useLoaderData<typeof loader>();
  const roles = useRootData()?.user?.roles ?? [];
  const maySeeEvidence = holdsDuty(roles, 'importer', 'approver', 'auditor');
  const seen = useActionResult<{ evidence?: { evidence_ref: string } }>()?.evidence;
  return (
    <>
      <Copyable label={t('approvals.contract')} value={programme.evidence_sha256} brief />
      {seen ? (
        <Copyable label={t('programmes.evidence_ref')} value={seen.evidence_ref || t('programmes.evidence_none')} />
      ) : maySeeEvidence ? (
        <Form method="post">
          <Button variant="quiet" size="small" name="decision" value="evidence">
            {t('programmes.evidence_show')}
          </Button>
          <p className="small muted">{t('programmes.evidence_show_more')}</p>
        </Form>
      ) : null}
    </>
  );
}
