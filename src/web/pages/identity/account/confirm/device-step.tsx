import { Form, href, useNavigation } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

interface Props {
  /** Whether a code was mailed that can still be entered. */
  sent: boolean;
  refusal: Refusal | undefined;
}

/** For an account with nothing but a password: confirms a new device by a code from its owner's mailbox. */
export function DeviceStep({ sent, refusal }: Props) {
  const { t } = useI18n();
  const demo = useRootData()?.demo;
  return (
    <div className="narrow stack">
      <PageHead title={t('device_code.title')} lead={t('device_code.lead')} />
      <div className="panel stack">
        {sent ? <CodeForm refusal={refusal} /> : <FormErrors refusal={refusal} />}
        <SendForm again={sent} />
        {demo ? (
          <p className="small">
            <FormattedMessage of="register.demo_mailbox" parts={{ link: <Link to={href('/demo/mails')} /> }} />
          </p>
        ) : null}
      </div>
    </div>
  );
}

function CodeForm({ refusal }: { refusal: Refusal | undefined }) {
  const { t } = useI18n();
  const busy = useNavigation().state !== 'idle';
  return (
    <Form method="post" className="stack" noValidate>
      <p>{t('device_code.sent')}</p>
      <input type="hidden" name="intent" value="device" />
      <FormErrors refusal={refusal} fields={['code']} />
      <Field
        name="code"
        label={t('device_code.label')}
        hint={t('device_code.hint')}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        autoFocus
        required
        errors={refusal?.errors.code}
      />
      <Button size="large" wide busy={busy}>
        {t('confirm.submit')}
      </Button>
    </Form>
  );
}

function SendForm({ again }: { again: boolean }) {
  const { t } = useI18n();
  const busy = useNavigation().state !== 'idle';
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="send" />
      <Button variant={again ? 'quiet' : 'primary'} size={again ? 'small' : 'large'} wide={!again} busy={busy}>
        {t(again ? 'device_code.send_again' : 'device_code.send')}
      </Button>
    </Form>
  );
}
