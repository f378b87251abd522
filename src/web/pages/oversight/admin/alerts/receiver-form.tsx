import { Form, useNavigation } from 'react-router';
import { RECEIVER_FORMS, SEVERITIES } from '#contracts/oversight/alert-receivers.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';

interface Props {
  result: { refusal: Refusal | undefined; values: Record<string, string> } | undefined;
}

/** Adds a server. Its address and secret are never filled in again. */
export function ReceiverForm({ result }: Props) {
  const { t } = useI18n();
  const busy = useNavigation().state !== 'idle';
  const preserved = usePreservedForm();
  const typed: Partial<Record<string, string>> = result?.values ?? preserved;
  const errors: Partial<Refusal['errors']> = result?.refusal?.errors ?? {};
  return (
    <Form method="post" className="panel stack reading" aria-labelledby="add" noValidate>
      <h2 id="add">{t('receivers.add')}</h2>
      <Field
        name="name"
        label={t('receivers.name')}
        maxLength={60}
        autoComplete="off"
        defaultValue={typed.name}
        errors={errors.name}
      />
      <Select name="form" label={t('receivers.form')} defaultValue={typed.form ?? 'json'}>
        {RECEIVER_FORMS.map((form) => (
          <option key={form} value={form}>
            {t(`receivers.form.${form}`)}
          </option>
        ))}
      </Select>
      <Select name="severity" label={t('receivers.severity')} defaultValue={typed.severity ?? 'critical'}>
        {SEVERITIES.map((severity) => (
          <option key={severity} value={severity}>
            {t(`receivers.severity.${severity}`)}
          </option>
        ))}
      </Select>
      <Field
        name="url"
        type="url"
        label={t('receivers.url')}
        hint={t('receivers.url_more')}
        autoComplete="off"
        errors={errors.url}
      />
      <Field
        name="secret"
        type="password"
        label={t('receivers.secret')}
        hint={t('receivers.secret_more')}
        autoComplete="off"
        errors={errors.secret}
      />
      <div>
        <Button busy={busy} name="verb" value="add">
          {t('receivers.add_action')}
        </Button>
      </div>
    </Form>
  );
}
