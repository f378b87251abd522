import { Form, useNavigation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Qr } from '#web/ui/display/qr/qr.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import type { App, Shown } from './shown.ts';

interface Props {
  app: App;
  result: Shown | undefined;
  hasPasskeys: boolean;
}

export function AuthenticatorApp({ app, result, hasPasskeys }: Props) {
  const { t } = useI18n();
  return (
    <section className="panel stack">
      <div className="row">
        <h2>{t('app.title')}</h2>
        <Tag tone={app.enabled ? 'good' : 'plain'}>{t(app.enabled ? 'app.on' : 'app.off')}</Tag>
      </div>
      {app.enabled ? <On app={app} /> : <Off result={result} />}
      {app.enabled || hasPasskeys ? <Codes left={app.recovery_codes_left} /> : null}
    </section>
  );
}

function On({ app }: { app: App }) {
  const { t } = useI18n();
  return (
    <>
      <p>
        <FormattedMessage of="app.on_since" parts={{ at: <Time at={app.since ?? ''} /> }} />
      </p>
      <details className="quiet-details">
        <summary>{t('app.end')}</summary>
        <Form method="post" className="stack">
          <p className="small">{t('app.end_lead')}</p>
          <div>
            <Button name="intent" value="app_end" variant="danger" size="small">
              {t('app.end')}
            </Button>
          </div>
        </Form>
      </details>
    </>
  );
}

function Off({ result }: { result: Shown | undefined }) {
  const { t } = useI18n();
  const busy = useNavigation().state !== 'idle';
  if (result?.setup) return <SetUp setup={result.setup} refusal={result.refusal} />;
  return (
    <Form method="post" className="stack">
      <p>{t('app.lead')}</p>
      <div>
        <Button name="intent" value="app_start" busy={busy}>
          {t('app.start')}
        </Button>
      </div>
    </Form>
  );
}

function SetUp({ setup, refusal }: { setup: NonNullable<Shown['setup']>; refusal: Shown['refusal'] }) {
  const { t } = useI18n();
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      <p>{t('app.scan')}</p>
      <Qr drawing={setup.qr} label={t('app.qr')} />
      <p>
        <a href={setup.uri}>{t('app.open')}</a>
      </p>
      <Copyable label={t('app.key')} value={setup.secret} shown={setup.secret.match(/.{1,4}/g)?.join(' ')} />
      <Form method="post" className="stack" noValidate>
        <input type="hidden" name="intent" value="app_confirm" />
        <input type="hidden" name="uri" value={setup.uri} />
        <Field
          name="otp"
          label={t('otp.label')}
          hint={t('app.confirm_hint')}
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          errors={refusal?.errors.otp}
        />
        <div>
          <Button busy={busy}>{t('app.confirm')}</Button>
        </div>
      </Form>
    </>
  );
}

function Codes({ left }: { left: number }) {
  const { t } = useI18n();
  return (
    <Form method="post" className="stack">
      <h3>{t('codes.title')}</h3>
      <p>{t('codes.left', { left })}</p>
      <div>
        <Button name="intent" value="codes" variant="secondary" size="small">
          {t('codes.renew')}
        </Button>
      </div>
    </Form>
  );
}
