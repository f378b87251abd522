import { type ActionFunctionArgs, Form, redirect, useActionData, useNavigation, useSearchParams } from 'react-router';
import { verifyEmail } from '#contracts/auth.ts';
import { attempt } from '#web/api.ts';
import { sessionContext } from '#web/context.ts';
import { flash } from '#web/flash.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';
import { Button } from '#web/ui/button.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { say } from '#words/say.ts';

export const handle = title('verify.title');

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, verifyEmail, { body: { token: field('token') } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  const said = flash({ type: 'success', title: say('verify.done'), content: '' });
  return redirect(context.get(sessionContext) ? '/activation' : '/login', { headers: { 'set-cookie': said } });
}

export default function VerifyEmail() {
  const { t } = useWords();
  const [query] = useSearchParams();
  const result = useActionData<typeof action>();
  const busy = useNavigation().state !== 'idle';
  return (
    <div className="panel stack">
      <h1>{t('verify.title')}</h1>
      <p>{t('verify.why')}</p>
      <Form method="post" className="stack">
        <FormErrors refusal={result?.refusal} />
        <input type="hidden" name="token" value={query.get('token') ?? ''} />
        <Button size="large" wide busy={busy}>
          {t('verify.submit')}
        </Button>
      </Form>
    </div>
  );
}
