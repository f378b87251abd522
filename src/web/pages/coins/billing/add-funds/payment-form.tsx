import { useEffect } from 'react';
import { Form, href, useNavigation } from 'react-router';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { dollarsField } from '#web/i18n/parse-dollars.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import type { OfferedCoin } from '../payments/offered-coin.ts';
import { AmountChips } from './amount-chips.tsx';
import { AmountPreview } from './amount-preview.tsx';
import { CoinChoice, fastestFirst } from './coin-choice.tsx';
import { PaymentScamWarning } from './warnings.tsx';
import '#web/styles/billing.css';

interface Values {
  amount: string;
  unit: string;
  coin: string;
}

interface Props {
  offered: OfferedCoin[];
  /** Suggested amount in cents. */
  amount?: number | undefined;
  coin?: string | undefined;
  /** The amount the buyer's tier allows them to add now. */
  room_cents?: number | undefined;
  /** What their cart lacks, where amounts are offered to choose from. */
  cart_cents?: number | undefined;
  payment_key: string;
  refusal?: Refusal | undefined;
  values?: Values | undefined;
}

const FORM_ID = 'new-payment';
const SHOWN_BESIDE = ['amount_cents', 'amount_units', 'coin'];

/** Asks for a coin, the fastest first, and an amount; posts to /billing from any page. */
export function PaymentForm(props: Props) {
  const { offered, amount, coin, room_cents, cart_cents, payment_key, refusal, values } = props;
  const { t, formatMessage, locale } = useI18n();
  const busy = useNavigation().state !== 'idle';
  useEffect(() => {
    if (refusal?.errors.amount_cents ?? refusal?.errors.amount_units) document.getElementById('amount')?.focus();
  }, [refusal]);
  const open = fastestFirst(offered).filter((one) => one.available);
  if (!offered.length) return <Alert tone="warn">{t('billing.no_coin')}</Alert>;
  if (open.length && room_cents !== undefined && open.every((one) => room_cents < one.minimum_cents))
    return <Alert tone="warn">{t('billing.no_room')}</Alert>;
  const chosen = open.find((one) => one.coin === (values?.coin ?? coin)) ?? open[0];
  const errors = refusal?.errors ?? {};
  const minimum_cents = chosen?.minimum_cents ?? 0;
  const max_cents = room_cents ?? Number.POSITIVE_INFINITY;
  const suggested = amount ? dollarsField(Math.min(Math.max(amount, minimum_cents), max_cents), locale) : '';
  const amountErrors = errors.amount_cents ?? errors.amount_units;
  const elsewhere = Object.keys(errors).some((field) => !SHOWN_BESIDE.includes(field));
  return (
    <Form method="post" action={href('/billing')} className="stack" id={FORM_ID} noValidate>
      {elsewhere || !Object.keys(errors).length ? <FormErrors refusal={refusal} fields={SHOWN_BESIDE} /> : null}
      <input type="hidden" name="payment_key" value={payment_key} />
      <CoinChoice offered={offered} chosen={chosen?.coin} />
      {errors.coin ? <p className="field-error">{errors.coin.map(formatMessage).join(' ')}</p> : null}
      {open.length ? (
        <>
          <div className="amount">
            <Field
              name="amount"
              data-does="top-up"
              label={t('payment.amount')}
              inputMode="decimal"
              autoComplete="transaction-amount"
              defaultValue={values?.amount ?? suggested}
              errors={amountErrors}
              hint={
                room_cents === undefined
                  ? undefined
                  : t('billing.from_to', { minimum: { cents: minimum_cents }, room: { cents: room_cents } })
              }
              autoFocus={amountErrors !== undefined}
              required
            />
            <Select name="unit" label={t('billing.unit')} defaultValue={values?.unit ?? 'usd'}>
              <option value="usd">{t('billing.unit_usd')}</option>
              <option value="coin">{t('billing.unit_coin')}</option>
            </Select>
          </div>
          {room_cents !== undefined && cart_cents !== undefined ? (
            <AmountChips
              form={FORM_ID}
              coin={coin}
              minimum_cents={minimum_cents}
              room_cents={room_cents}
              cart_cents={cart_cents}
            />
          ) : null}
          <AmountPreview form={FORM_ID} offered={open} room_cents={room_cents} refused={amountErrors} />
          <PaymentScamWarning />
          <div>
            <Button busy={busy}>{t('billing.get_address')}</Button>
          </div>
        </>
      ) : (
        <Alert tone="warn">{t('billing.no_coin')}</Alert>
      )}
    </Form>
  );
}

/** The payment form's errors, on the page that handles it. */
export function useRefusedPayment(): Pick<Props, 'refusal' | 'values'> {
  return (useActionResult() as Pick<Props, 'refusal' | 'values'> | undefined) ?? {};
}
