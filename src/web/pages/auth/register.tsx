import {
  type ActionFunctionArgs,
  Form,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { getAuthStatus, register } from '#contracts/auth.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox, Field } from '#web/ui/controls/field.tsx';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

export const handle = title('register.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data } = await read({ context, url }, getAuthStatus);
  const { demo, maintenance } = context.get(pageContext);
  return { registration: data.registration, sent: url.searchParams.has('sent'), demo, maintenance };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = { username: field('username').trim(), email: field('email').trim() };
  // An unticked box is sent as is: the API explains why it is required.
  const terms = (field('terms') === 'on') as true;
  const body = { ...values, password: field('password'), terms };
  const outcome = await attempt({ context, url }, register, { body });
  return outcome.ok
    ? redirect(`${href('/register')}?sent`)
    : refused(outcome.refusal, { ...values, terms: field('terms') });
}

export default function Register() {
  const { t } = useI18n();
  const { registration, sent, demo, maintenance } = useLoaderData<typeof loader>();
  if (sent) return <CheckYourMail demo={demo} />;
  if (registration === 'closed') return <Closed />;
  if (maintenance) return <Maintenance />;
  return (
    <>
      <div className="panel stack">
        <h1>{t('register.title')}</h1>
        {registration === 'invite' ? <p className="muted">{t('register.by_invitation')}</p> : null}
        <RegisterForm />
      </div>
      <p className="minimal-foot">
        <FormattedMessage of="register.have_account" parts={{ link: <Link to={href('/login')} /> }} />
      </p>
    </>
  );
}

const fields = ['username', 'email', 'password', 'terms'];

function RegisterForm() {
  const { t } = useI18n();
  const result = useActionResult<typeof action>();
  const busy = useNavigation().state !== 'idle';
  const errors = result?.refusal.errors ?? {};
  return (
    <Form method="post" className="stack" noValidate>
      <FormErrors refusal={result?.refusal} fields={fields} />
      <Field
        name="username"
        label={t('field.username')}
        hint={t('register.username_hint')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        defaultValue={result?.values.username}
        errors={errors.username}
      />
      <Field
        name="email"
        label={t('field.email')}
        type="email"
        autoComplete="email"
        required
        defaultValue={result?.values.email}
        errors={errors.email}
      />
      <Field
        name="password"
        label={t('field.password')}
        hint={t('register.password_hint')}
        type="password"
        autoComplete="new-password"
        required
        errors={errors.password}
      />
      <Checkbox
        name="terms"
        label={t('register.terms')}
        defaultChecked={result?.values.terms === 'on'}
        errors={errors.terms}
      />
      <Button size="large" wide busy={busy}>
        {t('register.submit')}
      </Button>
    </Form>
  );
}

function CheckYourMail({ demo }: { demo: boolean }) {
  const { t } = useI18n();
  return (
    <div className="panel stack">
      <h1>{t('register.sent_title')}</h1>
      <p>{t('register.sent')}</p>
      {demo ? (
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

function Closed() {
  const { t } = useI18n();
  return (
    <div className="panel stack">
      <h1>{t('register.closed_title')}</h1>
      <p>{t('register.closed')}</p>
      <p>
        <Link to={href('/login')}>{t('register.to_login')}</Link>
      </p>
    </div>
  );
}

function Maintenance() {
  const { t } = useI18n();
  return (
    <div className="panel stack">
      <h1>{t('register.title')}</h1>
      <Alert tone="warn">{t('register.maintenance')}</Alert>
      <p>
        <Link to={href('/login')}>{t('register.to_login')}</Link>
      </p>
    </div>
  );
}
