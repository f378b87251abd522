import { type ActionFunctionArgs, Form, redirect, useActionData, useNavigation, useSearchParams } from 'react-router';
import { login } from '#contracts/auth.ts';
import { attempt } from '#web/api.ts';
import { secureContext } from '#web/context.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useFrame } from '#web/live/use-frame.ts';
import { ownPath } from '#web/own-path.ts';
import { sessionCookie } from '#web/session-cookie.ts';
import { titled } from '#web/titled.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { Link } from '#web/ui/link.tsx';

export const meta = titled('Sign in');

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
  const result = useActionData<typeof action>();
  const [query] = useSearchParams();
  const busy = useNavigation().state !== 'idle';
  const errors = result?.refusal.errors ?? {};
  return (
    <>
      <div className="panel stack">
        <h1>Sign in</h1>
        {query.has('next') && !result ? <p className="muted">Sign in to go on to the page you asked for.</p> : null}
        <Form method="post" className="stack" noValidate>
          <FormErrors refusal={result?.refusal} fields={['username', 'password']} />
          <Field
            name="username"
            label="Username"
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            defaultValue={result?.values.username}
            errors={errors.username}
          />
          <Field
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            required
            errors={errors.password}
          />
          <Button size="large" wide busy={busy}>
            Sign in
          </Button>
        </Form>
      </div>
      <p className="minimal-foot">
        New here? <Link to="/register">Create an account</Link>
      </p>
      {useFrame()?.demo ? (
        <p className="minimal-foot small">
          Demo accounts: buyer, newcomer, admin and approver, each with the password <code>facevalue-demo</code>
        </p>
      ) : null}
    </>
  );
}
