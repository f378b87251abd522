import { type ActionFunctionArgs, Form, redirect, useActionData, useNavigation, useSearchParams } from 'react-router';
import { login } from '#contracts/auth.ts';
import { attempt } from '#web/api.ts';
import { secureContext } from '#web/context.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useFrame } from '#web/live/use-frame.ts';
import { useKeptHash } from '#web/live/use-kept-hash.ts';
import { useWords } from '#web/live/use-words.ts';
import { ownPath } from '#web/own-path.ts';
import { sessionCookie } from '#web/session-cookie.ts';
import { title } from '#web/title.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { Link } from '#web/ui/link.tsx';
import { Phrase } from '#web/ui/phrase.tsx';

export const handle = title('login.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const username = field('username').trim();
  const outcome = await attempt(
    { context, url },
    login,
    { body: { username, password: field('password') } },
    [401, 403],
  );
  if (!outcome.ok) return refused(outcome.refusal, { username });
  const { access_token, expires_in } = outcome.reply;
  const cookie = sessionCookie(access_token, { expires_in, secure: context.get(secureContext) });
  return redirect(ownPath(url.searchParams.get('next')), { headers: { 'set-cookie': cookie } });
}

export default function Login() {
  const { t } = useWords();
  const result = useActionData<typeof action>();
  useKeptHash();
  const [query] = useSearchParams();
  const busy = useNavigation().state !== 'idle';
  const errors = result?.refusal.errors ?? {};
  return (
    <>
      <div className="panel stack">
        <h1>{t('login.title')}</h1>
        {query.has('next') && !result ? <p className="muted">{t('login.go_on')}</p> : null}
        <Form method="post" className="stack" noValidate>
          <FormErrors refusal={result?.refusal} fields={['username', 'password']} />
          <Field
            name="username"
            label={t('field.username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            defaultValue={result?.values.username}
            errors={errors.username}
          />
          <Field
            name="password"
            label={t('field.password')}
            type="password"
            autoComplete="current-password"
            required
            errors={errors.password}
          />
          <Button size="large" wide busy={busy}>
            {t('login.submit')}
          </Button>
        </Form>
      </div>
      <p className="minimal-foot">
        <Phrase of="login.new_here" parts={{ link: <Link to="/register" /> }} />
      </p>
      {useFrame()?.demo ? (
        <p className="minimal-foot small">
          <Phrase of="login.demo_accounts" parts={{ code: <code /> }} />
        </p>
      ) : null}
    </>
  );
}
