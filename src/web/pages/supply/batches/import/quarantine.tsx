import { useLocation } from 'react-router';
import type { Reply } from '#contracts/call.ts';
import type { listQuarantinedCards, Quarantine, QuarantinedCard } from '#contracts/supply/batches.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { Pager } from '#web/ui/navigation/pagination.tsx';

interface Props {
  quarantines: readonly Quarantine[];
  /** The one that is shown, with a page of its cards. */
  shown: Quarantine;
  cards: Reply<typeof listQuarantinedCards>;
  currency: string;
  idempotencyKey: string;
}

/** Cards that wait for a decision, for an approver to admit or void some or all of them. */
export function QuarantineSection({ quarantines, shown, cards, currency, idempotencyKey }: Props) {
  const { t } = useI18n();
  const query = useQuery();
  const refused = useActionResult<RefusedDecision>();
  const some = refused && ['admit', 'void'].includes(refused.values.decision ?? '') ? refused.refusal : undefined;
  const { mayDecide, why } = useMayDecide(shown);
  const { current_page: page, last_page } = cards.meta;
  const hidden = <Chosen shown={shown} />;
  return (
    <section className="stack" aria-labelledby="kept">
      <h2 id="kept">{t('imports.quarantine')}</h2>
      {quarantines.length > 1 ? (
        <ul>
          {quarantines.map((one) => (
            <li key={one.id}>
              <Link to={query({ kept: one.id })} aria-current={one.id === shown.id ? 'true' : undefined}>
                <Label quarantine={one} />
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p>
          <Label quarantine={shown} />
        </p>
      )}
      {why ? <Alert tone="info">{why}</Alert> : null}
      <FormErrors refusal={some} />
      <Table
        caption={t('imports.quarantine')}
        columns={useColumns(currency)}
        rows={cards.data}
        keyOf={({ id }) => id}
        {...(mayDecide && {
          selection: {
            nameOf: ({ row, id }: QuarantinedCard) => t('imports.row_number', { row: row === null ? id : String(row) }),
            actions: <Some hidden={hidden} idempotencyKey={idempotencyKey} />,
          },
        })}
        empty={null}
      />
      <Pager
        prev={page > 1 ? query({ kept: shown.id, cards: String(page - 1) }) : null}
        next={page < last_page ? query({ kept: shown.id, cards: String(page + 1) }) : null}
      />
      {mayDecide ? (
        <DecisionForm
          title={t('imports.decide_all', { cards: shown.cards })}
          decisions={[
            { value: 'admit_all', label: t('imports.admit_all'), effect: t('imports.admit_effect') },
            { value: 'void_all', label: t('imports.void_all'), variant: 'danger', effect: t('imports.void_effect') },
          ]}
          refused={refused}
          idempotencyKey={idempotencyKey}
        >
          {() => hidden}
        </DecisionForm>
      ) : null}
    </section>
  );
}

/** Links to this page with other parameters: another quarantine begins at its first page. */
function useQuery() {
  const { pathname, search } = useLocation();
  return (changes: Record<string, string>) => {
    const query = new URLSearchParams(search);
    query.delete('cards');
    for (const [name, value] of Object.entries(changes)) query.set(name, value);
    return `${pathname}?${query}`;
  };
}

function useMayDecide({ proposal }: Quarantine) {
  const { t } = useI18n();
  const duty = useRootData()?.user?.roles.includes('approver') ?? false;
  const mayDecide = duty && proposal !== null && !proposal.own;
  if (mayDecide) return { mayDecide, why: null };
  if (!proposal) return { mayDecide, why: t('approvals.none_open_here') };
  return { mayDecide, why: proposal.own ? t('approvals.not_own') : t('approvals.duty') };
}

function Label({ quarantine: { cards, rules, uploaded_at } }: { quarantine: Quarantine }) {
  const { t } = useI18n();
  return (
    <>
      {t('imports.kept', { cards })} {rules.map((rule) => `${t(`rule.${rule}`)} (${rule})`).join('; ')}
      {uploaded_at ? (
        <>
          {', '}
          <Time at={uploaded_at} />
        </>
      ) : null}
    </>
  );
}

/** Names what is decided: the quarantine, and the proposal as it was read. */
const Chosen = ({ shown }: { shown: Quarantine }) => (
  <>
    <input type="hidden" name="quarantine" value={shown.id} />
    <input type="hidden" name="proposal_id" value={shown.proposal?.id ?? ''} />
  </>
);

function Some({ hidden, idempotencyKey }: { hidden: React.ReactNode; idempotencyKey: string }) {
  const { t } = useI18n();
  return (
    <>
      {hidden}
      <input type="hidden" name="key" value={idempotencyKey} />
      <Field name="reason" id="kept-reason" label={t('admin.decide_reason')} maxLength={500} autoComplete="off" />
      <Button name="decision" value="admit">
        {t('approvals.admit')}
      </Button>
      <Button name="decision" value="void" variant="danger">
        {t('approvals.void')}
      </Button>
    </>
  );
}

function useColumns(currency: string): Column<QuarantinedCard>[] {
  const { t, face, number, day } = useI18n();
  return [
    {
      key: 'row',
      header: t('imports.row'),
      priority: 'lead',
      cell: ({ row, id }) => (row === null ? <code>{id.slice(-12)}</code> : number(row)),
    },
    { key: 'face', header: t('reseller.face'), align: 'end', cell: ({ face_cents }) => face(face_cents, currency) },
    {
      key: 'expires',
      header: t('reseller.expires'),
      align: 'end',
      cell: ({ expires_on }) => (expires_on ? day(expires_on) : t('reseller.never')),
    },
  ];
}
