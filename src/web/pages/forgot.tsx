import { type ActionFunctionArgs, Form, redirect, useNavigation, useSearchParams } from 'react-router';
import { forgotPassword } from '#contracts/account.ts';
import { attempt } from '#web/api.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useFrame } from '#web/live/use-frame.ts';
import { useKeptResult } from '#web/live/use-kept-result.ts';
import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { Link } from '#web/ui/link.tsx';
import { Phrase } from '#web/ui/phrase.tsx';

export const handle = title('forgot.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const username = field('username').trim();
  const outcome = await attempt({ context, url }, forgotPassword, { body: { username } });
  return outcome.ok ? redirect('/forgot?sent') : refused(outcome.refusal, { username });
}

export default function Forgot() {
  const { t } = useWords();
  const [query] = useSearchParams();
  const result = useKeptResult<typeof action>();
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
        <Link to="/login">{t('register.to_login')}</Link>
      </p>
    </>
  );
}

function Sent() {
  const { t } = useWords();
  return (
    <div className="panel stack">
      <h1>{t('register.sent_title')}</h1>
      <p>{t('forgot.sent')}</p>
      {useFrame()?.demo ? (
        <p>
          <Phrase of="register.demo_mailbox" parts={{ link: <Link to="/demo/mails" /> }} />
        </p>
      ) : null}
      <p>
        <Link to="/login">{t('register.to_login')}</Link>
      </p>
    </div>
  );
}
