import { Form, href, useNavigation } from 'react-router';
import type { BankEntry } from '#contracts/supply/bank-statements.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

const tones = { open: 'warn', matched: 'good', explained: 'plain' } as const;

/** What a bank booked, which payout or note explains it, and what can be done about that. */
export function Entry({ entry, mayDecide }: { entry: BankEntry; mayDecide: boolean }) {
  const { t, booked, day } = useI18n();
  const { id, direction, currency, state, payout, how } = entry;
  const units = direction === 'debit' ? `-${entry.units}` : entry.units;
  return (
    <article className="panel stack" aria-labelledby={`entry-${id}`}>
      <div className="row">
        <h3 id={`entry-${id}`}>{`${booked(units, currency)}, ${day(entry.booked_on)}`}</h3>
        {direction === 'debit' || state === 'explained' ? (
          <Tag tone={tones[state]}>{t(`bank.state.${state}`)}</Tag>
        ) : (
          <Tag>{t('bank.credit')}</Tag>
        )}
      </div>
      <Facts
        facts={[
          entry.hidden
            ? { label: t('bank.text'), value: t('bank.hidden') }
            : { label: t('bank.text'), value: entry.text || '–' },
          entry.name !== '' && { label: t('bank.name'), value: entry.name },
          entry.iban_hint !== null && { label: t('bank.iban'), value: entry.iban_hint },
          payout && {
            label: t('payout.returned_one'),
            value: (
              <Link to={href('/reseller/sellers/:id/payouts', { id: payout.seller.id })}>
                {`${payout.seller.legal_name}, ${payout.reference}`}
              </Link>
            ),
          },
          how && { label: t('bank.how'), value: t(`bank.how.${how}`) },
          entry.note !== null && { label: t('bank.note'), value: entry.note },
          entry.decided_by !== null && { label: t('bank.decided_by'), value: entry.decided_by },
        ]}
      />
      {mayDecide ? <Decide entry={entry} /> : null}
    </article>
  );
}

function Decide({ entry: { id, state, candidates } }: { entry: BankEntry }) {
  const { t, money, day } = useI18n();
  const result = useActionResult<RefusedDecision>();
  const mine = result?.values.entry_id === id ? result : undefined;
  const sending = useNavigation().formData?.get('entry_id') === id;
  const note = state === 'open' ? t('bank.note') : t('admin.decide_reason');
  return (
    <Form method="post" className="stack" aria-labelledby={`entry-${id}`} preventScrollReset noValidate>
      <FormErrors refusal={mine?.refusal} fields={['note', 'reason', 'payout_id']} />
      <input type="hidden" name="entry_id" value={id} />
      {candidates.length > 0 ? (
        <>
          <Select
            name="payout_id"
            id={`payout-${id}`}
            label={t('payout.returned_one')}
            defaultValue={mine?.values.payout_id}
            errors={mine?.refusal.errors.payout_id}
          >
            {candidates.map((payout) => (
              <option key={payout.id} value={payout.id}>
                {`${payout.seller.legal_name}, ${money(payout.amount_cents)}, ${day(payout.paid_at.slice(0, 10))}, ${payout.reference}`}
              </option>
            ))}
          </Select>
          <p>
            <Button name="decision" value="match" busy={sending}>
              {t('bank.match')}
            </Button>
          </p>
        </>
      ) : null}
      <Field
        name="note"
        id={`note-${id}`}
        label={note}
        maxLength={500}
        autoComplete="off"
        defaultValue={mine?.values.note}
        errors={mine?.refusal.errors.note ?? mine?.refusal.errors.reason}
      />
      <p>
        <Button name="decision" value={state === 'open' ? 'explain' : 'reopen'} variant="secondary" busy={sending}>
          {state === 'open' ? t('bank.explain') : t('bank.reopen')}
        </Button>
      </p>
    </Form>
  );
}
