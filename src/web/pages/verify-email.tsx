import { type ActionFunctionArgs, Form, redirect, useActionData, useNavigation, useSearchParams } from 'react-router';
import { verifyEmail } from '#contracts/auth.ts';
import { attempt } from '#web/api.ts';
import { sessionContext } from '#web/context.ts';
import { flash } from '#web/flash.ts';
import { readForm, refused } from '#web/form-data.ts';
import { titled } from '#web/titled.ts';
import { Button } from '#web/ui/button.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';

export const meta = titled('Confirm your e-mail');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, verifyEmail, { body: { token: field('token') } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const said = flash({ type: 'success', title: 'Your e-mail address is confirmed', content: '' });
  return redirect(context.get(sessionContext) ? '/activation' : '/login', { headers: { 'set-cookie': said } });
}

export default function VerifyEmail() {
  const [query] = useSearchParams();
  const result = useActionData<typeof action>();
  const busy = useNavigation().state !== 'idle';
  return (
    <div className="panel stack">
      <h1>Confirm your e-mail</h1>
      <p>One press and the address is yours. The button is here because mail scanners open links on their own.</p>
      <Form method="post" className="stack">
        <FormErrors refusal={result?.refusal} />
        <input type="hidden" name="token" value={query.get('token') ?? ''} />
        <Button size="large" wide busy={busy}>
          Confirm e-mail address
        </Button>
      </Form>
    </div>
  );
}
