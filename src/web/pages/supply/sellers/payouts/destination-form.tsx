import { Form, useNavigation } from 'react-router';
import type { SellerPayment } from '#contracts/supply/payouts.ts';
import type { Destination } from '#contracts/supply/sellers.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { Time } from '#web/ui/display/time.tsx';

interface Props {
  payment: SellerPayment;
  kinds: readonly Destination['kind'][];
  mayChange: boolean;
}

/** Where a seller is paid, and from when on somewhere else. */
export function DestinationForm({ payment: { destination, next_destination }, kinds, mayChange }: Props) {
  const { t } = useI18n();
  const result = useActionResult<RefusedDecision>();
  const refused = result?.values.decision === 'destination' ? result : undefined;
  const nameOf = ({ kind, hint }: Destination) => `${kind} ${hint}`;
  return (
    <section className="panel stack" aria-labelledby="destination">
      <h2 id="destination">{t('payout.destination')}</h2>
      <Facts
        facts={[
          {
            label: t('payout.destination_now'),
            value: destination ? nameOf(destination) : t('payout.destination_none'),
          },
          next_destination && { label: t('payout.destination_next'), value: nameOf(next_destination) },
          next_destination && {
            label: t('payout.destination_from'),
            value: <Time at={next_destination.in_force_from} />,
          },
        ]}
      />
      {mayChange ? (
        <Form method="post" className="stack" aria-label={t('payout.destination_change')} noValidate>
          <FormErrors refusal={refused?.refusal} fields={['address']} />
          <Select name="kind" label={t('payout.kind')} defaultValue={refused?.values.kind}>
            {kinds.map((kind) => (
              <option key={kind} value={kind}>
                {kind}
              </option>
            ))}
          </Select>
          <Field
            name="address"
            label={t('payout.address')}
            hint={t('payout.address_more')}
            maxLength={100}
            required
            autoComplete="off"
            spellCheck={false}
            errors={refused?.refusal.errors.address}
          />
          <p>
            <Button
              variant="secondary"
              name="decision"
              value="destination"
              busy={useNavigation().formData?.get('decision') === 'destination'}
            >
              {t('payout.destination_change')}
            </Button>
          </p>
        </Form>
      ) : null}
    </section>
  );
}
