import {
  type ActionFunctionArgs,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { changeEmail } from '#contracts/account.ts';
import { currentUser } from '#contracts/auth.ts';
import { attempt, read } from '#web/api.ts';
import { flash } from '#web/flash.ts';
import { readForm, refused } from '#web/form-data.ts';
import { withKept } from '#web/kept-form.ts';
import { useKeptForm } from '#web/live/use-kept-form.ts';
import { useKeptResult } from '#web/live/use-kept-result.ts';
import { useWords } from '#web/live/use-words.ts';
import { requireConfirmed } from '#web/require-confirmed.ts';
import { title } from '#web/title.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { say } from '#words/say.ts';

export const handle = title('email.title');

export async function loader(where: LoaderFunctionArgs) {
  await requireConfirmed(where);
  return withKept({ email: (await read(where, currentUser)).data.email }, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const email = field('email').trim();
  const outcome = await attempt({ context, url, keep: { email } }, changeEmail, { body: { email } });
  if (!outcome.ok) return refused(outcome.refusal, { email });
  const said = flash({ type: 'info', title: say('register.sent_title'), content: say('email.sent') });
  return redirect('/user/profile', { headers: { 'set-cookie': said } });
}

export default function Email() {
  const { t } = useWords();
  const { email } = useLoaderData<typeof loader>();
  const result = useKeptResult<typeof action>();
  const kept = useKeptForm();
  const busy = useNavigation().state !== 'idle';
  return (
    <>
      <PageHead title={t('email.title')} lead={t('email.lead', { email })} />
      <Form method="post" className="panel stack narrow" noValidate>
        <FormErrors refusal={result?.refusal} fields={['email']} />
        <Field
          name="email"
          label={t('email.new')}
          type="email"
          autoComplete="email"
          required
          defaultValue={result?.values.email ?? kept.email}
          errors={result?.refusal.errors.email}
        />
        <Button busy={busy}>{t('email.submit')}</Button>
      </Form>
    </>
  );
}
