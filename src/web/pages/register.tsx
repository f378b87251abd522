import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { authStatus, register } from '#contracts/auth.ts';
import { attempt, read } from '#web/api.ts';
import { demoContext } from '#web/context.ts';
import { readForm, refused } from '#web/form-data.ts';
import { titled } from '#web/titled.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Field } from '#web/ui/field.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { Link } from '#web/ui/link.tsx';

export const meta = titled('Create an account');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, authStatus);
  return { registration: data.registration, sent: url.searchParams.has('sent'), demo: context.get(demoContext) };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = { username: field('username').trim(), email: field('email').trim() };
  // An unticked box is sent on as it is: the API says why it is needed.
  const terms = (field('terms') === 'on') as true;
  const body = { ...values, password: field('password'), terms };
  const outcome = await attempt({ context, url }, register, { body }, [403]);
  return outcome.ok ? redirect('/register?sent') : refused(outcome.refusal, { ...values, terms: field('terms') });
}

export default function Register() {
  const { registration, sent, demo } = useLoaderData<typeof loader>();
  if (sent) return <CheckYourMail demo={demo} />;
  if (registration === 'closed') return <Closed />;
  return (
    <>
      <div className="panel stack">
        <h1>Create an account</h1>
        {registration === 'invite' ? <p className="muted">This shop takes new buyers by invitation.</p> : null}
        <RegisterForm />
      </div>
      <p className="minimal-foot">
        Have an account? <Link to="/login">Sign in</Link>
      </p>
    </>
  );
}

const fields = ['username', 'email', 'password', 'terms'];

function RegisterForm() {
  const result = useActionData<typeof action>();
  const busy = useNavigation().state !== 'idle';
  const errors = result?.refusal.errors ?? {};
  return (
    <Form method="post" className="stack" noValidate>
      <FormErrors refusal={result?.refusal} fields={fields} />
      <Field
        name="username"
        label="Username"
        hint="3 to 32 of a-z, 0-9, _, - and a full stop."
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={result?.values.username}
        errors={errors.username}
      />
      <Field
        name="email"
        label="E-mail"
        type="email"
        autoComplete="email"
        required
        defaultValue={result?.values.email}
        errors={errors.email}
      />
      <Field
        name="password"
        label="Password"
        hint="At least 12 characters. A few words in a row are easy to remember."
        type="password"
        autoComplete="new-password"
        required
        errors={errors.password}
      />
      <Checkbox
        name="terms"
        label="I accept the terms of service: the balance buys cards in this shop and is not paid out."
        defaultChecked={result?.values.terms === 'on'}
        errors={errors.terms}
      />
      <Button size="large" wide busy={busy}>
        Create account
      </Button>
    </Form>
  );
}

function CheckYourMail({ demo }: { demo: boolean }) {
  return (
    <div className="panel stack">
      <h1>Check your mail</h1>
      <p>If the address can be used, a message with a link is on its way. The link confirms your e-mail address.</p>
      {demo ? (
        <p>
          In demo mode every message lands in the <Link to="/demo/mails">mailbox page</Link>.
        </p>
      ) : null}
      <p>
        <Link to="/login">Go to sign in</Link>
      </p>
    </div>
  );
}

function Closed() {
  return (
    <div className="panel stack">
      <h1>Registration is closed</h1>
      <p>The operator of this shop is not taking new accounts at the moment. Existing buyers can sign in as usual.</p>
      <p>
        <Link to="/login">Go to sign in</Link>
      </p>
    </div>
  );
}
