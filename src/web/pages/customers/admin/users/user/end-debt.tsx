import { useLoaderData } from 'react-router';
import { DEBT_ENDS } from '#contracts/customers/spending.ts';
import type { UserDetail } from '#contracts/customers/users.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';

interface Loaded {
  user: UserDetail;
  key: string;
}

/** Proposes how a debt ends that no payment repays. */
export function EndDebt() {
  const { t } = useI18n();
  const { user, key } = useLoaderData<Loaded>();
  const refused = useActionResult<RefusedDecision>();
  const ends = DEBT_ENDS.filter((how) => how !== 'balance' || user.balance_cents > 0);
  return (
    <DecisionForm
      title={t('debts.title')}
      decisions={[{ value: 'end-debt', label: t('debts.propose'), effect: t('debts.effect') }]}
      refused={refused}
      idempotencyKey={key}
      fields={['how', 'cents']}
    >
      {(typed, errors) => (
        <>
          <p className="small">
            {t('debts.facts', { owed: { cents: user.owed_cents }, balance: { cents: user.balance_cents } })}
          </p>
          <Select name="how" label={t('debts.how')} defaultValue={typed.how || ends[0]} errors={errors.how}>
            {ends.map((how) => (
              <option key={how} value={how}>
                {t(`debts.how.${how}`)}
              </option>
            ))}
          </Select>
          <Field
            name="amount"
            label={t('users.amount')}
            prefix="$"
            inputMode="decimal"
            autoComplete="off"
            required
            defaultValue={typed.amount}
            errors={errors.cents}
          />
        </>
      )}
    </DecisionForm>
  );
}
