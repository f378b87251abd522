import { Form, useNavigation } from 'react-router';
import { dayFormats, decimalMarks, type StatementLayout } from '#contracts/supply/bank-statements.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import type { RefusedDecision } from '#web/ui/controls/decision-form.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';

const COLUMNS = [
  'day_column',
  'amount_column',
  'currency_column',
  'name_column',
  'text_column',
  'reference_column',
  'iban_column',
] as const;

/** A bank's file; for CSV also what its columns are called, as the latest file had them. */
export function UploadForm({ layout }: { layout: Omit<StatementLayout, 'account'> | null }) {
  const { t } = useI18n();
  const refused = useActionResult<RefusedDecision>();
  const busy = useNavigation().formEncType === 'multipart/form-data';
  const typed: Partial<Record<string, string>> = refused?.values ?? { ...layout };
  return (
    <Form method="post" encType="multipart/form-data" className="panel stack" aria-label={t('bank.import')} noValidate>
      <h2>{t('bank.import')}</h2>
      <FormErrors refusal={refused?.refusal} fields={['file']} />
      <Field
        name="file"
        type="file"
        label={t('bank.file')}
        hint={t('bank.file_more')}
        accept=".xml,.csv,.txt,text/xml,application/xml,text/csv"
        required
        errors={refused?.refusal.errors.file}
      />
      <details open={Boolean(typed.account)}>
        <summary>{t('bank.columns')}</summary>
        <fieldset className="stack">
          <legend className="small muted">{t('bank.columns_more')}</legend>
          <Field
            name="account"
            label={t('bank.account')}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            defaultValue={typed.account}
          />
          {COLUMNS.map((name) => (
            <Field
              key={name}
              name={name}
              label={t(`bank.${name}`)}
              maxLength={60}
              autoComplete="off"
              defaultValue={typed[name]}
            />
          ))}
          <Field
            name="currency"
            label={t('bank.currency')}
            hint={t('payout.currency_more')}
            maxLength={3}
            autoComplete="off"
            defaultValue={typed.currency}
          />
          <Select name="day_format" label={t('bank.day_format')} defaultValue={typed.day_format}>
            {dayFormats.map((format) => (
              <option key={format} value={format}>
                {t(`bank.day_format.${format}`)}
              </option>
            ))}
          </Select>
          <Select name="decimal_mark" label={t('bank.decimal_mark')} defaultValue={typed.decimal_mark}>
            {decimalMarks.map((mark) => (
              <option key={mark} value={mark}>
                {t(`bank.decimal_mark.${mark}`)}
              </option>
            ))}
          </Select>
        </fieldset>
      </details>
      <p>
        <Button busy={busy}>{t('bank.import')}</Button>
      </p>
    </Form>
  );
}
