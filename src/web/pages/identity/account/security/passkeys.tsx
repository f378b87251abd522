import { Form } from 'react-router';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { PasskeyButton } from '#web/ui/controls/passkey-button.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Time } from '#web/ui/display/time.tsx';
import type { Passkey, Shown } from './shown.ts';

export function Passkeys({ passkeys, result }: { passkeys: Passkey[]; result: Shown | undefined }) {
  const { t } = useI18n();
  const preserved = usePreservedForm();
  return (
    <section className="panel stack">
      <h2>{t('passkeys.title')}</h2>
      <p>{t('passkeys.lead')}</p>
      {passkeys.length ? (
        <ul className="lines-list">
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} result={result?.id === passkey.id ? result : undefined} />
          ))}
        </ul>
      ) : (
        <p className="muted">{t('passkeys.none')}</p>
      )}
      <Field
        id="passkey-name"
        name="name"
        label={t('passkeys.name')}
        hint={t('passkeys.name_hint')}
        maxLength={60}
        autoComplete="off"
        defaultValue={preserved.name}
      />
      <PasskeyButton
        label={t('passkeys.add')}
        make={{
          name: () =>
            (document.getElementById('passkey-name') as HTMLInputElement).value.trim() || t('passkeys.unnamed'),
        }}
      />
    </section>
  );
}

function PasskeyRow({ passkey, result }: { passkey: Passkey; result: Shown | undefined }) {
  const { t } = useI18n();
  return (
    <li>
      <div className="stack">
        <p>{passkey.name}</p>
        <p className="muted small">
          {passkey.last_used_at ? (
            <FormattedMessage of="passkeys.used" parts={{ at: <Time at={passkey.last_used_at} /> }} />
          ) : (
            <FormattedMessage of="passkeys.made" parts={{ at: <Time at={passkey.created_at} /> }} />
          )}
        </p>
        <details key={passkey.name} className="quiet-details" open={result !== undefined}>
          <summary>{t('passkeys.change', { name: passkey.name })}</summary>
          <Form method="post" className="stack" noValidate>
            <input type="hidden" name="id" value={passkey.id} />
            <Field
              id={`name-${passkey.id}`}
              name="name"
              label={t('passkeys.name')}
              maxLength={60}
              autoComplete="off"
              defaultValue={passkey.name}
              errors={result?.refusal?.errors.name}
            />
            <div className="row">
              <Button name="intent" value="rename" variant="secondary" size="small">
                {t('passkeys.rename')}
              </Button>
              <Button name="intent" value="remove" variant="danger" size="small">
                {t('passkeys.remove')}
              </Button>
            </div>
          </Form>
        </details>
      </div>
    </li>
  );
}
