import { Form, useActionData, useNavigation } from 'react-router';
import type { Refusal } from '#web/api.ts';
import { dollarsField } from '#web/format.ts';
import { useWords } from '#web/live/use-words.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';

export interface OfferedCoin {
  coin: 'BTC' | 'ETH' | 'LTC';
  network: string;
  available: boolean;
  reason: string | null;
  minimum_cents: number;
  confirmations: number;
}

interface Props {
  offered: OfferedCoin[];
  /** Cents to suggest. */
  amount?: number | undefined;
  payment_key: string;
  refusal?: Refusal | undefined;
  values?: { amount: string; coin: string } | undefined;
}

const names = { BTC: 'Bitcoin', ETH: 'Ether', LTC: 'Litecoin' };

/** Asks for a coin and an amount; posts to /billing from wherever it stands. */
export function PaymentForm({ offered, amount, payment_key, refusal, values }: Props) {
  const { t, tell, locale } = useWords();
  const busy = useNavigation().state !== 'idle';
  const open = offered.filter((one) => one.available);
  if (!open.length) return <Alert tone="warn">{t('billing.no_coin')}</Alert>;
  const chosen = open.find((one) => one.coin === values?.coin) ?? open[0];
  const errors = refusal?.errors ?? {};
  return (
    <Form method="post" action="/billing" className="stack" noValidate>
      <FormErrors refusal={refusal} fields={['amount_cents', 'coin']} />
      <input type="hidden" name="payment_key" value={payment_key} />
      <fieldset className="coins">
        <legend>{t('payment.coin')}</legend>
        {offered.map((one) => (
          <label key={one.coin} className="coin" data-off={one.available ? undefined : true}>
            <input
              type="radio"
              name="coin"
              value={one.coin}
              defaultChecked={one.coin === chosen?.coin}
              disabled={!one.available}
            />
            <span>
              <strong>{names[one.coin]}</strong>
              <span className="small muted">
                {one.available
                  ? t('billing.from', { amount: { cents: one.minimum_cents } })
                  : (one.reason ?? t('billing.not_offered'))}
              </span>
            </span>
          </label>
        ))}
      </fieldset>
      {errors.coin ? <p className="field-error">{errors.coin.map(tell).join(' ')}</p> : null}
      <Field
        name="amount"
        label={t('billing.amount')}
        prefix="$"
        inputMode="decimal"
        autoComplete="transaction-amount"
        defaultValue={
          values?.amount ?? (amount ? dollarsField(Math.max(amount, chosen?.minimum_cents ?? 0), locale) : '')
        }
        errors={errors.amount_cents ?? errors.amount}
        required
      />
      <div>
        <Button busy={busy}>{t('billing.get_address')}</Button>
      </div>
    </Form>
  );
}

/** What the payment form was refused, on the page that handles it. */
export function useRefusedPayment(): Pick<Props, 'refusal' | 'values'> {
  return (useActionData() as Pick<Props, 'refusal' | 'values'> | undefined) ?? {};
}
