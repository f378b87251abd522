import { type ActionFunctionArgs, Form, redirect, useActionData, useNavigation } from 'react-router';
import { changePassword } from '#contracts/auth.ts';
import { attempt } from '#web/api.ts';
import { flash } from '#web/flash.ts';
import { readForm, refused, refusedField } from '#web/form-data.ts';
import { titled } from '#web/titled.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { PageHead } from '#web/ui/page-head.tsx';

export const meta = titled('Password');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const body = { current_password: field('current_password'), password: field('password') };
  if (body.password !== field('password_again'))
    return refused(refusedField('password_again', 'The two passwords differ.'), {});
  const outcome = await attempt({ context, url }, changePassword, { body });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const said = flash({ type: 'success', title: 'Password changed', content: 'All other sessions were signed out.' });
  return redirect('/user/profile', { headers: { 'set-cookie': said } });
}

const fields = ['current_password', 'password', 'password_again'];

export default function Password() {
  const refusal = useActionData<typeof action>()?.refusal;
  const busy = useNavigation().state !== 'idle';
  const errors = refusal?.errors ?? {};
  return (
    <>
      <PageHead title="Password" lead="Changing it signs out every other session." />
      <Form method="post" className="panel stack narrow" noValidate>
        <FormErrors refusal={refusal} fields={fields} />
        <Field
          name="current_password"
          label="Current password"
          type="password"
          autoComplete="current-password"
          required
          errors={errors.current_password}
        />
        <Field
          name="password"
          label="New password"
          hint="At least 12 characters."
          type="password"
          autoComplete="new-password"
          required
          errors={errors.password}
        />
        <Field
          name="password_again"
          label="New password again"
          type="password"
          autoComplete="new-password"
          required
          errors={errors.password_again}
        />
        <Button busy={busy}>Change password</Button>
      </Form>
    </>
  );
}
