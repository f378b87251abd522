import { priceRoundings } from '#contracts/supply/programme-facts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Field, Select, Textarea } from '#web/ui/controls/field.tsx';
import { HashedFile } from '../../../evidence/hashed-file.tsx';
import { Group, useFields } from './fields.tsx';
import { type TranslatedText, translationFields } from './values.ts';

export function IssuerGroup() {
  const { t } = useI18n();
  const { field, edits } = useFields();
  return (
    <Group title={t('programmes.group_issuer')} lead={t('programmes.group_issuer_more')}>
      <Field {...field('issuer_name')} label={t('programmes.issuer_name')} />
      <Field {...field('issuer_country')} label={t('programmes.issuer_country')} hint={t('programmes.country_hint')} />
      <Field {...field('registration_ref')} label={t('approvals.registration')} />
      <Field {...field('terms_url')} label={t('approvals.terms')} type="url" inputMode="url" />
      {edits ? null : (
        <Field {...field('issuer_public_key')} label={t('programmes.key')} hint={t('programmes.key_hint')} />
      )}
      <HashedFile into={field('evidence_sha256').name} label={t('programmes.evidence_file')} />
      <Field
        {...field('evidence_sha256')}
        label={t('approvals.contract')}
        hint={t('programmes.evidence_sha256_hint')}
      />
      <Field
        {...field('adapter_url')}
        label={t('programmes.adapter_url')}
        hint={t('programmes.adapter_url_hint')}
        type="url"
      />
    </Group>
  );
}

export function ProductGroup() {
  const { t } = useI18n();
  const { field } = useFields();
  return (
    <Group title={t('programmes.group_product')} lead={t('programmes.group_product_more')}>
      <Field {...field('name')} label={t('programmes.name')} />
      <Field {...field('country')} label={t('approvals.country')} hint={t('programmes.country_hint')} />
      <Field
        {...field('other_countries')}
        label={t('programmes.other_countries')}
        hint={t('programmes.countries_hint')}
      />
      <Select {...field('network')} label={t('approvals.network')}>
        <option value="closed_loop">{t('approvals.network.closed_loop')}</option>
        <option value="open_loop">{t('approvals.network.open_loop')}</option>
      </Select>
      <Select {...field('voucher_kind')} label={t('approvals.voucher')}>
        <option value="single_purpose">{t('approvals.voucher.single_purpose')}</option>
        <option value="multi_purpose">{t('approvals.voucher.multi_purpose')}</option>
      </Select>
    </Group>
  );
}

export function PriceGroup() {
  const { t, number } = useI18n();
  const { field } = useFields();
  return (
    <Group title={t('programmes.group_prices')}>
      <Field {...field('price_discount')} label={t('programmes.discount')} hint={t('programmes.discount_hint')} />
      <Field {...field('price_floor')} label={t('programmes.floor')} hint={t('programmes.floor_hint')} />
      <Select {...field('price_rounding')} label={t('programmes.rounding')}>
        {priceRoundings.map((cents) => (
          <option key={cents} value={cents}>
            {t('programmes.rounding_to', { dollars: number(cents / 100) })}
          </option>
        ))}
      </Select>
      <div className="field-pair">
        <Field {...field('guarantee_amount')} label={t('programmes.guarantee')} inputMode="numeric" />
        <Select {...field('guarantee_unit')} label={t('programmes.guarantee_unit')}>
          <option value="hours">{t('programmes.hours')}</option>
          <option value="days">{t('programmes.days')}</option>
        </Select>
      </div>
    </Group>
  );
}

export function TextGroup() {
  const { t } = useI18n();
  const { field } = useFields();
  return (
    <Group title={t('programmes.group_texts')}>
      <Textarea {...field('redemption_text')} label={t('approvals.redemption')} rows={4} maxLength={2000} />
      <Translations of="redemption" />
      <Textarea {...field('expiry_policy')} label={t('programmes.expiry_policy')} rows={3} maxLength={2000} />
      <Translations of="expiry" />
      <Textarea {...field('fee_text')} label={t('programmes.fee_text')} rows={3} maxLength={2000} />
      <Translations of="fee" />
      <Field
        {...field('expire_after_months')}
        label={t('programmes.expire_after')}
        hint={t('programmes.expire_after_hint')}
        inputMode="numeric"
      />
      <div className="field-pair">
        <Field {...field('fee')} label={t('programmes.fee')} hint={t('programmes.fee_hint')} inputMode="decimal" />
        <Field {...field('fee_after_months')} label={t('programmes.fee_after')} inputMode="numeric" />
      </div>
    </Group>
  );
}

function Translations({ of }: { of: TranslatedText }) {
  const { t } = useI18n();
  const { field } = useFields();
  return translationFields
    .filter(({ text }) => text === of)
    .map(({ name, language }) => (
      <Textarea key={name} {...field(name)} label={t(`programmes.${of}_in`, { language })} rows={3} maxLength={2000} />
    ));
}
