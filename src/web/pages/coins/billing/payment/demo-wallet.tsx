import { Form, useNavigation } from 'react-router';
import type { Payment } from '#contracts/coins/payments.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';

/** Stands in for the buyer's own wallet in demo mode. */
export function DemoWallet({ payment, due_units }: { payment: Payment; due_units: string }) {
  const { t, shortCoins } = useI18n();
  const refusal = (useActionResult() as { refusal?: Refusal } | undefined)?.refusal;
  const busy = useNavigation().state === 'submitting';
  if (!useRootData()?.demo || payment.status === 'held') return null;
  const half = (BigInt(due_units) / 2n).toString();
  return (
    <Form method="post" className="panel stack demo-wallet">
      <h2>{t('demo.wallet')}</h2>
      <FormErrors refusal={refusal} />
      <p className="small muted">{t('demo.wallet_lead')}</p>
      <div className="row">
        <Button variant="secondary" busy={busy} name="amount_units" value={due_units}>
          {t('demo.wallet_pay', { amount: shortCoins(due_units, payment.coin, 'ceil') })}
        </Button>
        <Button variant="quiet" busy={busy} name="amount_units" value={half}>
          {t('demo.pay_half')}
        </Button>
      </div>
    </Form>
  );
}
