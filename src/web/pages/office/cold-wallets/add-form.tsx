import { COINS } from '#contracts/coins.ts';
import { holdsDuty } from '#contracts/holds-duty.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';

/** Proposes to watch a wallet. */
export function AddForm({ idempotencyKey }: { idempotencyKey: string }) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const roles = useRootData()?.user?.roles ?? [];
  if (!holdsDuty(roles, 'payouts', 'approver')) return null;
  return (
    <DecisionForm
      title={t('cold_wallet.add')}
      decisions={[{ value: 'propose', label: t('cold_wallet.add_action'), effect: t('cold_wallet.add_effect') }]}
      refused={refused}
      idempotencyKey={idempotencyKey}
      fields={['coin', 'name', 'source']}
    >
      {(typed, errors) => (
        <>
          <Select name="coin" label={t('payment.coin')} defaultValue={typed.coin ?? COINS[0]} errors={errors.coin}>
            {COINS.map((coin) => (
              <option key={coin}>{coin}</option>
            ))}
          </Select>
          <Field
            name="name"
            label={t('cold_wallet.name')}
            hint={t('cold_wallet.name_more')}
            maxLength={60}
            required
            autoComplete="off"
            defaultValue={typed.name}
            errors={errors.name}
          />
          <Field
            // Another field after each refusal: what was typed into it is gone.
            key={typed.attempt}
            name="source"
            label={t('cold_wallet.source')}
            hint={t('cold_wallet.source_more')}
            maxLength={4000}
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={typed.source}
            errors={errors.source}
          />
        </>
      )}
    </DecisionForm>
  );
}
