import { Form, href } from 'react-router';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Refusal } from '#web/server/api.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

/** The code of the mail, typed where one already is; the link in it does the same. */
export function ConfirmForms({ demo }: { demo: boolean }) {
  const { t } = useI18n();
  const result = useActionResult() as { refusal?: Refusal } | undefined;
  return (
    <>
      <FormErrors refusal={result?.refusal} fields={['code']} />
      <p>{t('activation.open_link')}</p>
      {demo ? (
        <p>
          <FormattedMessage of="register.demo_mailbox" parts={{ link: <Link to={href('/demo/mails')} /> }} />
        </p>
      ) : null}
      <Form method="post" className="stack" noValidate>
        <input type="hidden" name="intent" value="code" />
        <Field
          name="code"
          label={t('activation.code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={20}
          errors={result?.refusal?.errors.code}
          required
        />
        <div>
          <Button>{t('activation.confirm_code')}</Button>
        </div>
      </Form>
      <Form method="post">
        <Button name="intent" value="resend" variant="secondary" size="small">
          {t('activation.send_again')}
        </Button>
      </Form>
    </>
  );
}
