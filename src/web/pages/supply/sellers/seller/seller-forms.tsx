import type { SellerDetail } from '#contracts/supply/sellers.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { type Decision, DecisionForm, type RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field, Textarea } from '#web/ui/controls/field.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { TERMS, TermsFields } from './terms-fields.tsx';

interface Props {
  seller: SellerDetail;
  /** As the fields show them. */
  terms: Record<(typeof TERMS)[number], string>;
  roles: readonly string[];
  idempotencyKey: string;
}

/** What may be done about a seller now, by duty. */
export function SellerForms({ seller, terms, roles, idempotencyKey }: Props) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const { state, proposal, login } = seller;
  const importer = roles.includes('importer') && !proposal;
  if (state === 'ended') return <Alert tone="info">{t('seller.is_ended')}</Alert>;
  const ends: Decision[] = [
    { value: 'suspend', label: t('seller.suspend'), variant: 'danger', effect: t('seller.suspend_effect') },
    { value: 'end', label: t('seller.end'), variant: 'danger', effect: t('seller.end_effect') },
  ];
  return (
    <>
      {importer && state !== 'verified' ? (
        <DecisionForm
          title={t('seller.verify_title')}
          decisions={[{ value: 'verify', label: t('seller.verify'), effect: t('seller.verify_effect') }]}
          refused={refused}
          idempotencyKey={idempotencyKey}
          fields={['reference', 'checked_on', 'owners']}
        >
          {(typed, errors) => (
            <VerificationFields typed={{ owners: seller.owners.join('\n'), ...typed }} errors={errors} />
          )}
        </DecisionForm>
      ) : null}
      {importer ? (
        <DecisionForm
          title={t('seller.terms_title')}
          decisions={[
            {
              value: 'terms',
              label: t('seller.terms_propose'),
              variant: 'secondary',
              effect: t('seller.terms_effect'),
            },
          ]}
          refused={refused}
          idempotencyKey={idempotencyKey}
          fields={TERMS}
        >
          {(typed, errors) => <TermsFields typed={{ ...terms, ...typed }} errors={errors} />}
        </DecisionForm>
      ) : null}
      {roles.includes('importer') ? <ContactForm refused={refused} idempotencyKey={idempotencyKey} /> : null}
      {roles.includes('approver') ? (
        <>
          <DecisionForm
            title={t('seller.login')}
            decisions={[
              { value: 'login', label: t('seller.login_save'), variant: 'secondary', effect: t('seller.login_effect') },
            ]}
            refused={refused}
            idempotencyKey={idempotencyKey}
            fields={['username']}
          >
            {(typed, errors) => (
              <Field
                name="username"
                label={t('field.username')}
                autoComplete="off"
                autoCapitalize="none"
                maxLength={32}
                defaultValue={typed.username ?? login?.username}
                errors={errors.username}
              />
            )}
          </DecisionForm>
          <DecisionForm
            title={t('seller.stop_title')}
            decisions={ends.filter(({ value }) => value === 'end' || state === 'verified')}
            refused={refused}
            idempotencyKey={idempotencyKey}
          />
        </>
      ) : null}
    </>
  );
}

function ContactForm({ refused, idempotencyKey }: { refused: RefusedDecision | undefined; idempotencyKey: string }) {
  const { t } = useI18n();
  return (
    <DecisionForm
      title={t('seller.contact')}
      decisions={[
        {
          value: 'contact',
          label: t('seller.contact_change'),
          variant: 'secondary',
          effect: t('seller.contact_effect'),
        },
      ]}
      refused={refused}
      idempotencyKey={idempotencyKey}
      fields={['contact_email']}
    >
      {(typed, errors) => (
        <Field
          name="contact_email"
          label={t('seller.contact_new')}
          type="email"
          autoComplete="off"
          maxLength={254}
          required
          defaultValue={typed.contact_email}
          errors={errors.contact_email}
        />
      )}
    </DecisionForm>
  );
}

interface Fields {
  typed: Partial<Record<string, string>>;
  errors: Partial<Refusal['errors']>;
}

function VerificationFields({ typed, errors }: Fields) {
  const { t } = useI18n();
  return (
    <>
      <Field
        name="reference"
        label={t('seller.reference')}
        hint={t('seller.reference_more')}
        maxLength={120}
        required
        autoComplete="off"
        defaultValue={typed.reference}
        errors={errors.reference}
      />
      <Field
        name="checked_on"
        label={t('seller.checked_on')}
        type="date"
        required
        defaultValue={typed.checked_on}
        errors={errors.checked_on}
      />
      <Textarea
        name="owners"
        label={t('seller.owners')}
        hint={t('seller.owners_more')}
        rows={3}
        defaultValue={typed.owners}
        errors={errors.owners}
      />
    </>
  );
}
