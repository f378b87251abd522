import { type ActionFunctionArgs, Form, href, redirect, useNavigation, useSearchParams } from 'react-router';
import { forgotPassword } from '#contracts/identity/auth.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt } from '#web/server/api.ts';
import { readDevice } from '#web/server/cookies/device-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

export const handle = title('forgot.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const username = field('username').trim();
  const device = readDevice(request.headers.get('cookie'), context.get(pageContext).secure);
  const outcome = await attempt({ context, url }, forgotPassword, { body: { username, device } });
  return outcome.ok ? redirect(`${href('/forgot')}?sent`) : refused(outcome.refusal, { username });
}

export default function Forgot() {
  const { t } = useI18n();
  const [query] = useSearchParams();
  const result = useActionResult<typeof action>();
  const busy = useNavigation().state !== 'idle';
  if (query.has('sent') && !result) return <Sent />;
  return (
    <>
      <div className="panel stack">
        <h1>{t('forgot.title')}</h1>
        <p className="muted">{t('forgot.lead')}</p>
        <Form method="post" className="stack" noValidate>
          <FormErrors refusal={result?.refusal} fields={['username']} />
          <Field
            name="username"
            label={t('forgot.username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            defaultValue={result?.values.username}
            errors={result?.refusal.errors.username}
          />
          <Button size="large" wide busy={busy}>
            {t('forgot.submit')}
          </Button>
        </Form>
      </div>
      <p className="minimal-foot">
        <Link to={href('/login')}>{t('register.to_login')}</Link>
      </p>
      <p className="minimal-foot">
        <FormattedMessage of="guest.foot" parts={{ link: <Link to={href('/support/guest')} /> }} />
      </p>
    </>
  );
}

function Sent() {
  const { t } = useI18n();
  return (
    <div className="panel stack">
      <h1>{t('register.sent_title')}</h1>
      <p>{t('forgot.sent')}</p>
      {useRootData()?.demo ? (
        <p>
          <FormattedMessage of="register.demo_mailbox" parts={{ link: <Link to={href('/demo/mails')} /> }} />
        </p>
      ) : null}
      <p>
        <Link to={href('/login')}>{t('register.to_login')}</Link>
      </p>
    </div>
  );
}
