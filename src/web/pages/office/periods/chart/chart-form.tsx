import type { Chart } from '#contracts/office/periods.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { accountName } from '#web/ui/office/ledger-names.ts';

interface Props extends Pick<Chart, 'chart' | 'kinds'> {
  idempotencyKey: string;
}

const FIELDS = ['consultant', 'client', 'year_begins'] as const;

/** Proposes a whole chart, which begins with the numbers in force or with plain ones. */
export function ChartForm({ chart, kinds, idempotencyKey }: Props) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const roles = useRootData()?.user?.roles ?? [];
  if (!roles.includes('approver')) return <Alert tone="info">{t('chart.propose_duty')}</Alert>;
  const now = new Map(chart?.accounts.map((account) => [account.kind, account]));
  return (
    <DecisionForm
      title={t('chart.propose')}
      decisions={[{ value: 'propose', label: t('chart.propose_action'), effect: t('chart.propose_more') }]}
      refused={refused}
      idempotencyKey={idempotencyKey}
      fields={FIELDS}
    >
      {(typed, errors) => (
        <>
          {kinds.map(({ kind, suggested }) => (
            <Account
              key={kind}
              kind={kind}
              number={typed.decision ? typed[`number_${kind}`] : (now.get(kind)?.number ?? (chart ? '' : suggested))}
              tax_key={typed.decision ? typed[`tax_key_${kind}`] : (now.get(kind)?.tax_key ?? '')}
            />
          ))}
          {FIELDS.map((name) => (
            <Field
              key={name}
              name={name}
              label={t(`chart.${name}`)}
              inputMode="numeric"
              autoComplete="off"
              defaultValue={typed[name] ?? chart?.[name] ?? (name === 'year_begins' ? 1 : '')}
              errors={errors[name]}
            />
          ))}
        </>
      )}
    </DecisionForm>
  );
}

function Account({ kind, number, tax_key }: { kind: string; number: string | undefined; tax_key: string | undefined }) {
  const { t } = useI18n();
  const account = accountName(t, kind);
  const digits = { inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <div className="row">
      <input type="hidden" name="kinds" value={kind} />
      <Field
        {...digits}
        name={`number_${kind}`}
        label={t('chart.number_of', { account })}
        defaultValue={number}
        maxLength={9}
      />
      <Field
        {...digits}
        name={`tax_key_${kind}`}
        label={t('chart.tax_key_of', { account })}
        defaultValue={tax_key}
        maxLength={4}
      />
    </div>
  );
}
